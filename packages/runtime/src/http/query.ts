import type { Operation } from '@membrane/contract'

/** Query and path parameters as a body: numbers where the contract wants numbers, else the text as it came. */
export function readParameters(
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
  path: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const body: Record<string, unknown> = { ...path }
  for (const [name, value] of Object.entries(query)) {
    const field = Object.hasOwn(operation.request, name) ? operation.request[name] : undefined
    if (field === undefined || Object.hasOwn(body, name)) continue
    body[name] = field.rule.is === 'integer' ? toNumber(value) : value
  }
  return body
}

/** Digits become a number; whatever else stays a text and fails its type. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}
