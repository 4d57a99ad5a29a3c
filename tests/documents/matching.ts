import assert from 'node:assert/strict'

/** What differs from run to run: hashes, identifiers, times and ports. */
const unsteady = [
  String.raw`\b[0-9a-f]{64}\b`,
  String.raw`\b[0-9a-f]{32}\b`,
  String.raw`\b[0-9a-hjkmnp-tv-z]{26}\b`,
  String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z`,
  String.raw`\b(?:127\.0\.0\.1|localhost):\d+`,
]
const parting = new RegExp(`(…|${unsteady.join('|')})`)

/** Whether a text is the one shown but for what differs from run to run; `…` in the shown one stands for anything. */
export function matches(shown: string, actual: string): boolean {
  return new RegExp(`^${shown.split(parting).map(patternOf).join('')}$`).test(actual)
}

function patternOf(part: string): string {
  if (part === '…') return '[^]*?'
  const kind = unsteady.find((pattern) => new RegExp(`^${pattern}$`).test(part))
  return kind ?? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** Holds a value against the one shown. Members that the shown object leaves out are not looked at where `partly`. */
export function assertShown(shown: unknown, actual: unknown, where: string, partly = false): void {
  if (typeof shown === 'string' && typeof actual === 'string') {
    assert.ok(matches(shown, actual), `${where}: ${actual} is not ${shown}`)
    return
  }
  if (!isObject(shown) || !isObject(actual)) return assert.deepEqual(actual, shown, where)
  assert.equal(Array.isArray(actual), Array.isArray(shown), where)
  const names = Object.keys(shown)
  if (!partly || Array.isArray(shown)) assert.deepEqual(Object.keys(actual), names, where)
  for (const name of names) assertShown(shown[name], actual[name], `${where}.${name}`, partly)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
