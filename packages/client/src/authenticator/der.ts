import { concat } from '@membrane/ledger'

/** An ECDSA signature as WebAuthn carries it: r and s as DER integers (RFC 3279, section 2.2.3). */
export function derSignature(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const half = raw.length / 2
  const body = concat(integer(raw.subarray(0, half)), integer(raw.subarray(half)))
  return concat(Uint8Array.of(0x30, body.length), body)
}

function integer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const first = bytes.findIndex((byte) => byte !== 0)
  const magnitude = first === -1 ? Uint8Array.of(0) : bytes.subarray(first)
  const padded = magnitude[0]! >= 0x80 ? concat(Uint8Array.of(0), magnitude) : magnitude
  return concat(Uint8Array.of(0x02, padded.length), padded)
}
