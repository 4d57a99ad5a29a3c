import { LedgerError } from './errors.ts'

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const URL_SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const STANDARD_VALUES = valuesOf(STANDARD)
const URL_SAFE_VALUES = valuesOf(URL_SAFE)

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 of a well-formed string; a lone surrogate throws, because it has no UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  if (!text.isWellFormed()) throw new LedgerError('the text holds a lone surrogate')
  return encoder.encode(text)
}

/** The text of valid UTF-8, a byte order mark kept as a character. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new LedgerError('the bytes are not valid UTF-8', { cause })
  }
}

/** Length in UTF-8 bytes, without encoding. A lone surrogate counts as the three bytes of U+FFFD. */
export function utf8Length(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    if (unit < 0x800) length += 1
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) {
      length += 2
      at++
    } else length += 2
  }
  return length
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** Base64 with padding (RFC 4648 §4). */
export function base64(bytes: Uint8Array): string {
  const text = encode64(bytes, STANDARD)
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** The bytes of canonical base64: exact padding, no other character, trailing bits zero. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 !== 0) throw new LedgerError('the base64 has a wrong length')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return decode64(text, text.length - padding, STANDARD_VALUES)
}

/** Base64url without padding (RFC 4648 §5). */
export function base64url(bytes: Uint8Array): string {
  return encode64(bytes, URL_SAFE)
}

/** The bytes of canonical base64url: no padding, no other character, trailing bits zero. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return decode64(text, text.length, URL_SAFE_VALUES)
}

function encode64(bytes: Uint8Array, alphabet: string): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += alphabet[group >> 18]! + alphabet[(group >> 12) & 63]!
    if (left > 1) text += alphabet[(group >> 6) & 63]!
    if (left > 2) text += alphabet[group & 63]!
  }
  return text
}

function decode64(text: string, length: number, values: Int8Array): Uint8Array<ArrayBuffer> {
  if (length % 4 === 1) throw new LedgerError('the base64 has a wrong length')
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let bits = 0
  let held = 0
  let filled = 0
  for (let at = 0; at < length; at++) {
    const value = values[text.charCodeAt(at)] ?? -1
    if (value < 0) throw new LedgerError('the base64 holds a character outside its alphabet')
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[filled++] = bits >> held
  }
  if ((bits & ((1 << held) - 1)) !== 0) throw new LedgerError('the base64 has bits after its last byte')
  return bytes
}

function valuesOf(alphabet: string): Int8Array {
  const values = new Int8Array(128).fill(-1)
  for (let value = 0; value < 64; value++) values[alphabet.charCodeAt(value)] = value
  return values
}

/** Lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16)
  return text
}

/** The bytes of lower-case hexadecimal; anything else throws. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) {
    throw new LedgerError('the text is not lower-case hexadecimal')
  }
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

/** All parts in one new array. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Equal in length and in every byte. For public values: it stops at the first difference. */
export function equal(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false
  return true
}
