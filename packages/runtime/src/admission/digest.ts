import { hash } from 'node:crypto'

const scratch = Buffer.allocUnsafe(4096)

/** `sha256:` and hex over a text in UTF-8. */
export function digestText(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`
}

const digestPattern = /^sha256:[0-9a-f]{64}$/

/**
 * The digest of a text out of an input that was kept, where a digest stands for what was not to be kept. Never for what
 * a caller sends: a hash would then pass for the text that it is of.
 */
export function digestOfKept(text: string): string {
  return digestPattern.test(text) ? text : digestText(text)
}

/** `sha256:` and hex over 32 salt bytes and the canonical JSON after them. */
export function digestSalted(salt: Uint8Array, canonical: string): string {
  const fits = salt.length + canonical.length * 3 <= scratch.length
  const input = fits ? scratch : Buffer.allocUnsafe(salt.length + Buffer.byteLength(canonical))
  input.set(salt)
  const end = salt.length + input.write(canonical, salt.length)
  return `sha256:${hash('sha256', input.subarray(0, end), 'hex')}`
}
