import type { RefusalCode } from '@membrane/contract'
import {
  refusalExamples,
  type RecordedCall,
  type RecordedRequest,
  type RecordedStep,
} from '@membrane/contract/refusal-examples'
import { jsonHtml } from './json-html.ts'
import { code, escape } from './page.ts'

/** A request that was refused and one that passed, beside each other, with what came before each. */
export function renderRefusalExample(refusal: RefusalCode): string {
  const example = refusalExamples[refusal]
  if (example === undefined)
    return '<p class="soft">Only production answers it, and production is closed: nothing makes it fire here.</p>'
  const { settings, before, refused, between, passes } = example
  const related = refused.operation === passes.operation
  return `${renderSettings(settings)}<div class="pair">
<section class="refused" aria-label="A request that is refused">
<h2>Refused</h2>
${renderSteps('First', before)}${renderCall(refused, related ? passes : refused)}
</section>
<section class="passes" aria-label="A request that passes">
<h2>Passes</h2>
${renderSteps('Then', between)}${renderCall(passes, related ? refused : passes)}
</section>
</div>`
}

function renderSettings(settings: Readonly<Record<string, string>> = {}): string {
  const words = Object.entries(settings).map(([name, value]) => code(`${name}=${value}`))
  return words.length === 0 ? '' : `<p class="soft">On a server with ${words.join(' ')}</p>\n`
}

function renderSteps(title: string, steps: readonly RecordedStep[]): string {
  const items = steps.map((step) =>
    typeof step === 'string'
      ? `<li>${escape(step)}</li>`
      : `<li><details><summary>${escape(step.operation)}</summary>${renderRequest(step, step)}</details></li>`,
  )
  return items.length === 0 ? '' : `<h3>${title}</h3>\n<ol class="steps">\n${items.join('\n')}\n</ol>\n`
}

function renderCall(call: RecordedCall, other: RecordedCall): string {
  return `${renderRequest(call, other)}
<details open><summary>Answered ${call.status}, ${call.outcome}</summary>
<pre tabindex="0">${jsonHtml(call.answer)}</pre></details>`
}

/** Method and path, headers and body; what another request has otherwise is marked. */
function renderRequest(request: RecordedRequest, other: RecordedRequest): string {
  const { method, path, headers = {}, body } = request
  const line = mark(`<b>${method}</b> ${escape(path)}`, path !== other.path || method !== other.method)
  const sent = Object.entries(headers).map(([name, value]) =>
    mark(escape(`${name}: ${value}`), other.headers?.[name] !== value),
  )
  const head = [line, ...sent].join('\n')
  return `<pre tabindex="0">${body === undefined ? head : `${head}\n\n${renderBody(body, other.body)}`}</pre>`
}

function renderBody(body: unknown, other: unknown): string {
  if (!isObject(body) || !isObject(other)) return jsonHtml(body)
  const fields = Object.entries(body).map(([name, value]) => {
    const differs = JSON.stringify(value) !== JSON.stringify(other[name])
    return mark(jsonHtml({ [name]: value }).slice('{\n'.length, -'\n}'.length), differs)
  })
  return `{\n${fields.join(',\n')}\n}`
}

function mark(html: string, differs: boolean): string {
  return differs ? `<mark>${html}</mark>` : html
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the page of an example needs beside the style of every page. */
export const exampleStyle = `
.lead{font-size:1.08rem;max-width:46rem}
.pair{display:grid;grid-template-columns:minmax(0,1fr);gap:0 2.6rem}.pair section{border:0;padding:0}
.refused h2{color:var(--bad)}.passes h2{color:var(--good)}
mark{color:inherit;border-radius:.2rem;background:color-mix(in srgb,var(--bad) 16%,transparent)}
.passes mark{background:color-mix(in srgb,var(--good) 16%,transparent)}
.pair pre{white-space:pre-wrap;overflow-wrap:anywhere}.pair h3{margin-top:.6rem}
.steps{margin:.3rem 0 .8rem;padding-left:1.4rem;font-size:.92rem;color:var(--soft)}
.steps li{margin:.1rem 0}.steps pre{color:var(--ink)}
@media(max-width:50rem){body:has(.pair){display:flex;flex-direction:column}
body:has(.pair) nav{order:1;max-height:none;border:0;border-top:1px solid var(--line)}}
@media(min-width:80rem){main:has(.pair){max-width:96rem}.pair{grid-template-columns:repeat(2,minmax(0,1fr))}}
`
