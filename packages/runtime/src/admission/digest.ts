import { hash } from 'node:crypto'

const scratch = Buffer.allocUnsafe(4096)

/** `sha256:` and hex over a text in UTF-8. */
export function digestText(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`
}

/** `sha256:` and hex over 32 salt bytes and the canonical JSON after them. */
export function digestSalted(salt: Uint8Array, canonical: string): string {
  const fits = salt.length + canonical.length * 3 <= scratch.length
  const input = fits ? scratch : Buffer.allocUnsafe(salt.length + Buffer.byteLength(canonical))
  input.set(salt)
  const end = salt.length + input.write(canonical, salt.length)
  return `sha256:${hash('sha256', input.subarray(0, end), 'hex')}`
}
