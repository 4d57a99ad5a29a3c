/** `<kind>:<identifier>`, of any length. */
export type Ref = string

/** The form of every reference: a kind in lower snake case, a colon, an identifier without white space. */
export const refPattern = /^[a-z][a-z0-9_]*:\S+$/

// oxlint-disable-next-line no-control-regex -- a ref must not carry control characters
const controlPattern = /[\u0000-\u001f\u007f-\u009f]/

export function isRef(value: string, kind?: string): boolean {
  if (kind !== undefined && !value.startsWith(`${kind}:`)) return false
  return refPattern.test(value) && !controlPattern.test(value)
}

/** The part before the first colon. */
export function kindOf(ref: Ref): string {
  return ref.slice(0, ref.indexOf(':'))
}

/** The part after the first colon. */
export function identifierOf(ref: Ref): string {
  return ref.slice(ref.indexOf(':') + 1)
}

export const recordReality: Ref = 'reality:record'
export const fixtureTenant: Ref = 'tenant_node:fixture'
