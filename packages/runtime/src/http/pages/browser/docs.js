/** The script of the API pages: the filter of a list, and the form that sends an operation to this server. */

const remembered = 'membrane refs'

/**
 * @param {string} selector
 * @param {ParentNode} [inside]
 * @returns {HTMLElement | null}
 */
const find = (selector, inside = document) => inside.querySelector(selector)

/** @param {string} name @param {string} text @param {string} [className] */
function element(name, text, className = '') {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}

/** Narrows the list down to the entries whose words hold everything that is typed. */
function startFilter() {
  const box = find('.filter')
  const input = /** @type {HTMLInputElement | null} */ (find('#filter'))
  if (box === null || input === null) return
  const scope = find(input.dataset['of'] ?? 'main') ?? document.body
  const entries = [...scope.querySelectorAll('[data-words]')].map(
    (entry) => /** @type {HTMLElement} */ (entry),
  )
  const status = find('[role=status]', box)
  box.hidden = false

  const narrow = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset['words']?.includes(word))
    for (const group of scope.querySelectorAll('section'))
      group.hidden = group.querySelector('[data-words]:not([hidden])') === null
    const shown = entries.filter((entry) => !entry.hidden)
    if (status) status.textContent = words.length === 0 ? '' : `${shown.length} of ${entries.length}`
    return shown
  }
  input.addEventListener('input', narrow)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') narrow()[0]?.querySelector('a')?.click()
    if (event.key !== 'Escape') return
    input.value = ''
    narrow()
    input.blur()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input,textarea') !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
  if (input.value !== '') narrow()
  const current = find('nav [aria-current]')
  const nav = current?.closest('nav')
  if (current && nav) nav.scrollTop = current.offsetTop - nav.clientHeight / 2
}

/** References that answers of this visit named, newest by kind. Tokens are no references, and are never kept. */
function readRefs() {
  return /** @type {Record<string, string>} */ (JSON.parse(sessionStorage.getItem(remembered) ?? '{}'))
}

/** @param {unknown[]} answered */
function rememberRefs(answered) {
  const refs = readRefs()
  /** @param {unknown} value @param {number} depth */
  const visit = (value, depth) => {
    if (typeof value === 'string') {
      const kind = /^([a-z][a-z0-9_]*):\S+$/.exec(value)?.[1]
      if (kind !== undefined) refs[kind] = value
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth > 0) {
      for (const inner of Object.values(value)) visit(inner, depth - 1)
    }
  }
  for (const part of answered) visit(part, 2)
  sessionStorage.setItem(remembered, JSON.stringify(refs))
}

/**
 * Puts what was answered in the place of the references that an example makes up; a read is of the tenant last written.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
function prefilled({ name, defaultValue }) {
  const refs = readRefs()
  if (name === 'field:tenant') return refs['tenant_node'] ?? defaultValue
  return defaultValue.replaceAll(/\b([a-z][a-z0-9_]*):01jd\b/g, (found, kind) => refs[kind] ?? found)
}

/** The value of a field that is no file. @param {FormDataEntryValue | null} value */
function textOf(value) {
  return typeof value === 'string' ? value : ''
}

/** @param {HTMLFormElement} form */
function requestOf(form) {
  const fields = new FormData(form)
  const headers = new Headers({ accept: 'application/json' })
  const bearer = textOf(fields.get('bearer')).trim()
  if (bearer !== '') headers.set('authorization', `Bearer ${bearer}`)
  const { method = 'GET', path: template = '' } = form.dataset
  const body = fields.get('body')
  if (body !== null) {
    headers.set('content-type', 'application/json')
    return { url: template, init: { method, headers, body: textOf(body) } }
  }
  const query = new URLSearchParams()
  let path = template
  for (const [field, value] of fields) {
    const name = /^field:(.+)/.exec(field)?.[1]
    const text = textOf(value)
    if (name === undefined || text === '') continue
    const placed = path.replace(`{${name}}`, () => encodeURIComponent(text))
    if (placed === path) query.set(name, text)
    path = placed
  }
  return { url: query.size === 0 ? path : `${path}?${query}`, init: { method, headers } }
}

/** @param {HTMLFormElement} form @param {HTMLElement} place */
async function send(form, place) {
  const { url, init } = requestOf(form)
  const started = performance.now()
  try {
    const settings = /** @type {const} */ ({ credentials: 'omit', redirect: 'error', cache: 'no-store' })
    const response = await fetch(url, { ...init, ...settings })
    const text = await response.text()
    const envelope = JSON.parse(text)
    const { outcome, body, receipt } = envelope
    if (outcome !== 'refused') rememberRefs([body, receipt.commit && receipt.ref, sentTenant(init.body)])
    show(place, response.status, envelope, performance.now() - started)
  } catch {
    place.replaceChildren(element('p', 'No answer: is the server still there?', 'verdict bad'))
  }
}

/** @param {string | undefined} body */
function sentTenant(body) {
  return JSON.parse(body || '{}').tenant
}

/** @param {HTMLElement} place @param {number} status @param {any} envelope @param {number} ms */
function show(place, status, envelope, ms) {
  const { outcome, body, receipt } = envelope
  const isRefused = outcome === 'refused'
  const verdict = element('p', `${status} ${outcome}`, isRefused ? 'verdict bad' : 'verdict good')
  verdict.append(element('span', ` in ${Math.max(1, Math.round(ms))} ms`, 'soft'))
  const facts = element('p', '', 'facts')
  if (isRefused) {
    const link = element('a', '')
    link.append(element('code', body.refusal_code))
    link.setAttribute('href', `/docs/refusals/${encodeURIComponent(body.refusal_code)}`)
    facts.append(link, ` ${body.detail ?? ''}`)
  } else {
    const place = receipt.log_index === null ? 'not in the log' : `leaf ${receipt.log_index} of the log`
    facts.append(element('code', receipt.ref), ` ${place}`)
  }
  const shown = element('pre', JSON.stringify(envelope, null, 2))
  shown.tabIndex = 0
  place.replaceChildren(verdict, facts, shown)
}

function startForm() {
  const section = find('.try')
  const form = /** @type {HTMLFormElement | null} */ (find('.try form'))
  const opener = find('.try > button')
  const panel = find('#try')
  const place = find('.try .answer')
  if (!section || !form || !opener || !panel || !place) return
  section.hidden = false
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (
    form.querySelectorAll('textarea, input')
  )
  opener.addEventListener('click', () => {
    panel.hidden = !panel.hidden
    opener.setAttribute('aria-expanded', String(!panel.hidden))
    opener.className = panel.hidden ? '' : 'plain'
    opener.textContent = panel.hidden ? 'Try it on this server' : 'Close'
    if (panel.hidden) return
    for (const field of fields) field.value = prefilled(field)
    fields[0]?.focus()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = /** @type {HTMLButtonElement | null} */ (form.querySelector('.send button'))
    if (button === null || button.disabled) return
    button.disabled = true
    void send(form, place).finally(() => {
      button.disabled = false
    })
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
}

startFilter()
startForm()
