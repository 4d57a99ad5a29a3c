import {
  committedCodes,
  findOperation,
  guardedCodes,
  operationList,
  ownCodes,
  passedCodes,
  refusalOf,
  statusOf,
  type Access,
  type Field,
  type Operation,
  type OperationName,
  type RefusalCode,
} from '@membrane/contract'
import { operationExamples, type OperationExample } from '@membrane/contract/examples'
import { docsHead } from './docs-style.ts'
import { jsonHtml } from './json-html.ts'
import { operationNav } from './operation-nav.ts'
import { breakable, code, escape, operationPath, refusalPath, renderPage } from './page.ts'
import { fieldWords, schemaWords } from './schema-words.ts'
import { tryForm } from './try-form.ts'

/** The page of one operation, by its name or an alias; none where there is no such operation. */
export function renderOperationPage(asked: string): string | undefined {
  const operation = findOperation(asked)
  if (operation === undefined) return undefined
  const { name, method, path, summary } = operation
  const example = operationExamples[name as OperationName]
  return renderPage({
    title: `${name}: an operation of Membrane`,
    head: docsHead,
    nav: operationNav(operation),
    main: `<div class="page">
<div class="top">
<h1>${breakable(name)}</h1>
<p class="summary">${escape(summary)}</p>
<p class="call"><b>${method}</b> ${escape(path)}</p>
<p class="soft facts">${facts(operation)}</p>
</div>
<div class="live">
${tryForm(operation)}
${renderExample(operation, example)}
</div>
<div class="reference">
${renderRequest(operation)}
${renderResponse(operation)}
${renderRefusals(operation)}
</div>
${renderNeighbours(operation)}
</div>`,
  })
}

const callers: Readonly<Record<Access, string>> = {
  public: 'Anyone may call it.',
  ceremony: 'No bearer is needed.',
  session: 'A bearer is always needed.',
  tenant: 'A bearer is needed where the server asks for one on writes.',
}

function facts({ access, state, outcome, projectable, aliases = [] }: Operation): string {
  const sentences = [
    callers[access],
    `Answers ${code(outcome)} unless it is refused; ${state}.`,
    projectable
      ? `May run inside a projection (${code('reality.commit', operationPath('reality.commit'))}).`
      : '',
    aliases.length > 0 ? `Also ${aliases.map((alias) => code(alias)).join(', ')}.` : '',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function renderExample(operation: Operation, example: OperationExample): string {
  const { path, request, status, answer } = example
  return `<section aria-label="Example">
<h2>As the journey called it</h2>
<p class="call"><b>${operation.method}</b> ${escape(path)}</p>
${request === undefined ? '' : `<pre tabindex="0">${jsonHtml(request)}</pre>`}
<details><summary>As a command</summary><pre tabindex="0">${escape(curl(operation, example))}</pre></details>
<details open><summary>Answered ${status}, ${answer.outcome}</summary>
<pre tabindex="0">${jsonHtml(answer)}</pre></details>
</section>`
}

function curl({ access }: Operation, { path, bearer, request }: OperationExample): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = [`curl -s ${quoted(`http://127.0.0.1:8080${path}`)}`]
  if (access === 'session' || bearer.startsWith('<'))
    lines.push(`-H ${quoted(`authorization: Bearer ${bearer}`)}`)
  if (request !== undefined) {
    lines.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(request, null, 1))}`)
  }
  return lines.join(' \\\n  ')
}

function renderRequest({ request, method }: Operation): string {
  const rows = Object.entries(request).map(requestRow)
  const rest =
    method === 'POST' ? `<p class="soft">Any POST may carry ${code('Idempotency-Key')}, for a day.</p>` : ''
  const fields = rows.length === 0 ? '<p>Nothing is asked.</p>' : `<table>${rows.join('\n')}</table>`
  return `<section aria-label="Request">\n<h2>Request</h2>\n${fields}\n${rest}</section>`
}

/** Name, whether it is asked for, what it takes, and the codes that answer anything else. */
function requestRow([name, field]: [string, Field]): string {
  const { rule, required, judged, absent, malformed, kept } = field
  const isRequired = required || judged === 'required'
  const met = rule.is === 'any' && !isRequired ? [] : isRequired ? [absent, malformed] : [malformed]
  const codes = [...new Set(met)].filter((refusal) => refusal !== 'request_malformed')
  const hidden = { value: '', digest: 'only its hash is kept', nothing: 'never kept' }[kept]
  const told = [
    `${escape(fieldWords(field))}${isRequired || /must_be_(?:false|absent)/.test(rule.is) ? '' : '<span class="soft">, optional</span>'}`,
    rule.is === 'must_be_absent' || hidden === '' ? '' : `<span class="soft">${hidden}</span>`,
    codes.map((refusal) => code(refusal, refusalPath(refusal))).join(' '),
  ]
  return row(name, told.filter((part) => part !== '').join('<br>'))
}

function renderResponse({ response, once = [] }: Operation): string {
  const rows = Object.entries(response).map(([name, schema]) => {
    const optional = '~optional' in schema ? ', not always there' : ''
    const shown = once.includes(name) ? '<br>Shown once, never kept.' : ''
    return row(name, `${escape(schemaWords(schema))}${optional}${shown}`)
  })
  return `<section aria-label="Response">\n<h2>Response body</h2>\n<table>${rows.join('\n')}</table>\n</section>`
}

function row(name: string, cells: string): string {
  return `<tr><td><code>${breakable(name)}</code></td><td>${cells}</td></tr>`
}

function renderRefusals(operation: Operation): string {
  const guarded = guardedCodes(operation)
  const before = ownCodes(operation).filter((refusal) => !guarded.includes(refusal))
  const passed = passedCodes(operation)
  const more = `<details><summary>${passed.length} more of the operations that it runs</summary>${codeList(passed)}</details>`
  return `<section aria-label="Refusals">
<h2>Refusals, the first that applies</h2>
<details><summary>${before.length} of the server and of the caller come first</summary>${codeList(before)}</details>
${codeList([...guarded, ...committedCodes(operation)])}
${passed.length === 0 ? '' : more}
</section>`
}

function codeList(codes: readonly RefusalCode[]): string {
  const entries = codes.map((refusal) => {
    const rule = escape(refusalOf(refusal).guard_rule)
    return `<li>${code(refusal, refusalPath(refusal))} <span class="soft">${statusOf(refusal)}</span><p>${rule}</p></li>`
  })
  return `<ol class="codes">\n${entries.join('\n')}\n</ol>`
}

function renderNeighbours(operation: Operation): string {
  const at = operationList.indexOf(operation)
  const link = (neighbour: Operation | undefined, before: string, after: string): string =>
    neighbour === undefined
      ? '<span></span>'
      : `<a href="${operationPath(neighbour.name)}">${before}${escape(neighbour.name)}${after}</a>`
  return `<p class="around">${link(operationList[at - 1], '← ', '')}${link(operationList[at + 1], '', ' →')}</p>`
}
