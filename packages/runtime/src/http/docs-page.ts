import { allCodes, contractVersion, describeRule, operationList, type Operation } from '@membrane/contract'
import { breakable, code, escape, refusalPath, renderPage } from './page.ts'

/** The API page: every operation of the contract. */
export function renderDocsPage(): string {
  const links = operationList
    .map(({ name }) => `<li><a href="#${name}">${breakable(name)}</a></li>`)
    .join('\n')
  return renderPage({
    title: `Membrane API ${contractVersion}`,
    nav: `<p>Contract ${contractVersion}. Production is closed.</p><ul>\n${links}\n</ul>`,
    main: operationList.map(renderOperation).join('\n'),
  })
}

function renderOperation(operation: Operation): string {
  const { name, summary, method, path, access, state } = operation
  return `<section id="${name}">
<h2>${breakable(name)}</h2>
<p>${escape(summary)}</p>
<p><code class="call">${method} ${escape(path)}</code> <span class="soft">${access} · ${state}</span></p>
${renderRequest(operation)}
<h3>Response body</h3>
<p>${Object.keys(operation.response)
    .map((name) => code(name))
    .join(' ')}</p>
<h3>Refusals, first that applies</h3>
<p>${allCodes(operation)
    .map((refusal) => code(refusal, refusalPath(refusal)))
    .join(' ')}</p>
<pre>${escape(curl(operation))}</pre>
</section>`
}

function renderRequest({ request }: Operation): string {
  const rows = Object.entries(request).map(
    ([name, field]) =>
      `<tr><td>${code(name)}${field.required ? '' : ' ?'}</td><td>${escape(describeRule(field.rule))}</td></tr>`,
  )
  return rows.length === 0 ? '' : `<h3>Request</h3>\n<table>${rows.join('')}</table>`
}

function curl({ method, path, example, access }: Operation): string {
  const bearer =
    access === 'session' ? " \\\n  -H 'authorization: Bearer membrane-fixture-session-primary'" : ''
  if (method === 'GET') return `curl http://127.0.0.1:8080${path}${bearer}`
  return `curl http://127.0.0.1:8080${path}${bearer} \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify(example, null, 1)}'`
}
