const DEPTH_MAX = 64

/**
 * The canonical JSON of a plain value (RFC 8785): object keys by UTF-16 code units, numbers and strings as
 * ECMAScript writes them, no white space.
 *
 * A property whose value is `undefined` is left out, as JSON.stringify does. Whatever JSON cannot carry
 * throws a TypeError: `undefined` elsewhere, functions, symbols, bigints, numbers that are not finite, lone
 * surrogates, objects that are not plain, and more than 64 containers inside each other (so cycles too).
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return text(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('canonical JSON has no numbers that are not finite')
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth === DEPTH_MAX) throw new TypeError('canonical JSON ends at 64 containers inside each other')
      return Array.isArray(value) ? list(value, depth + 1) : object(value, depth + 1)
    default:
      throw new TypeError(`canonical JSON has no ${typeof value}`)
  }
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('canonical JSON has no lone surrogates')
  return JSON.stringify(value)
}

function list(values: readonly unknown[], depth: number): string {
  let json = '['
  for (let at = 0; at < values.length; at++) {
    if (at > 0) json += ','
    json += write(values[at], depth)
  }
  return `${json}]`
}

function object(value: object, depth: number): string {
  if (!isPlain(value)) throw new TypeError('canonical JSON has only plain objects and arrays')
  const fields = value as Record<string, unknown>
  let json = '{'
  for (const key of Object.keys(fields).sort()) {
    const field = fields[key]
    if (field === undefined) continue
    if (json.length > 1) json += ','
    json += `${text(key)}:${write(field, depth)}`
  }
  return `${json}}`
}

/** True for literals, null-prototype objects and the literals of another realm; false for class instances. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}
