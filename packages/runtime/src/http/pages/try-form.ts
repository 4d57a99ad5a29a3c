import { fixtureTokens, type Operation } from '@membrane/contract'
import { code, escape, operationPath } from './page.ts'

/** A form that sends the operation to this server. It shows itself where the script runs. */
export function tryForm(operation: Operation): string {
  const { method, path } = operation
  return `<section class="try" aria-label="Try it" hidden>
<button type="button" aria-expanded="false" aria-controls="try">Try it on this server</button>
<div id="try" hidden>
${presenceNote(operation)}
<form data-method="${method}" data-path="${escape(path)}">
${method === 'GET' ? parameters(operation) : body(operation)}
${bearer(operation)}
<p class="send"><button>Send</button><span class="soft">Ctrl and Enter send too. The bearer stays in this page.</span></p>
</form>
<div role="status" aria-live="polite" class="answer"></div>
</div>
</section>`
}

function body({ example }: Operation): string {
  const text = JSON.stringify(example, null, 2)
  const rows = Math.min(text.split('\n').length, 18)
  return `<label class="field"><span>Body</span><textarea name="body" rows="${rows}" spellcheck="false" autocomplete="off">${escape(text)}</textarea></label>`
}

function parameters({ request, example }: Operation): string {
  const inputs = Object.keys(request).map((name) => input(`field:${name}`, name, textOf(example[name])))
  return `<div class="parameters">${inputs.join('\n')}</div>`
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The published fixture token, where nothing is answered without a bearer. */
function bearer({ access }: Operation): string {
  const tokens = Object.values(fixtureTokens).map((token) => `<option value="${token}">`)
  const offered = access === 'session' ? fixtureTokens.primary : ''
  return `${input('bearer', 'Bearer', offered, ' list="tokens" placeholder="none"')}
<datalist id="tokens">${tokens.join('')}</datalist>`
}

function input(name: string, label: string, value: string, more = ''): string {
  return `<label class="field"><span>${escape(label)}</span><input name="${escape(name)}" value="${escape(value)}" spellcheck="false" autocomplete="off"${more}></label>`
}

/** What a page without an authenticator cannot do, and what does in its place. */
function presenceNote({ name, request, example }: Operation): string {
  const link = (other: string): string => code(other, operationPath(other))
  const rehearsal = `${link('humanAuth.challenge')} and then ${link('humanAuth.verifyPasskey')}`
  if (request['credential'] !== undefined) {
    return '<p>The credential is what an authenticator answers to registration options; this page has none.</p>'
  }
  if (request['assertion'] !== undefined) {
    return '<p>The assertion is what an authenticator answers. Without one, presence is rehearsed.</p>'
  }
  if (example['human_presence_receipt'] === undefined) return ''
  return `<p>${code('human_presence_receipt')} comes from ${rehearsal}; what they answer here is filled in when ${code(name)} is opened again.</p>`
}
