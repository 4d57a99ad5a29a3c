import { isUtf8 } from 'node:buffer'
import { placeOfBreak } from './json-place.ts'

export type Parsed =
  | { readonly body: Record<string, unknown> }
  | { readonly malformed: { readonly path: string; readonly rule: string } }

const malformed = (rule: string): Parsed => ({ malformed: { path: '', rule } })

/** A JSON object from the bytes of a body; no bytes are an empty object. Says where JSON breaks, never what stood there. */
export function parseBody(bytes: Buffer | undefined): Parsed {
  if (bytes === undefined || bytes.length === 0) return { body: {} }
  if (!isUtf8(bytes)) return malformed('must be UTF-8')
  const text = bytes.toString()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformed(`must be JSON; it breaks ${placeOf(text)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('must be a JSON object')
  return { body: value as Record<string, unknown> }
}

function placeOf(text: string): string {
  const before = text.slice(0, placeOfBreak(text)).split('\n')
  return `at line ${before.length}, column ${before.at(-1)!.length + 1}`
}
