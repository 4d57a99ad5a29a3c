import { concat, utf8 } from '@membrane/ledger'

/** What an authenticator writes: integers, texts, bytes, and maps in order of insertion. */
export type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>

/** Encodes a value in CBOR (RFC 8949) of definite lengths. */
export function encodeCbor(value: CborValue): Uint8Array<ArrayBuffer> {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return concat(head(3, utf8(value).length), utf8(value))
  if (value instanceof Uint8Array) return concat(head(2, value.length), value)
  const entries = [...value].flatMap(([key, inner]) => [encodeCbor(key), encodeCbor(inner)])
  return concat(head(5, value.size), ...entries)
}

function head(major: number, argument: number): Uint8Array<ArrayBuffer> {
  const type = major << 5
  if (argument < 24) return Uint8Array.of(type | argument)
  if (argument < 0x100) return Uint8Array.of(type | 24, argument)
  if (argument < 0x1_0000) return Uint8Array.of(type | 25, argument >> 8, argument & 0xff)
  throw new RangeError('longer than anything that an authenticator writes')
}
