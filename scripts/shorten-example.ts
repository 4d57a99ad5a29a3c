import type { Operation } from '@membrane/contract'
import type { OperationExample } from '@membrane/contract/examples'

/** An example without what is used once or never kept: `<name>` stands in its place. */
export function withPlaceholders(operation: Operation, example: OperationExample): OperationExample {
  const { request, answer } = example
  const unkept = Object.entries(operation.request).filter(([, { kept }]) => kept === 'nothing')
  const placed = (body: object, names: readonly string[]): object => {
    const hidden = names.filter((name) => (body as Record<string, unknown>)[name] ?? false)
    return { ...body, ...Object.fromEntries(hidden.map((name) => [name, `<${name}>`])) }
  }
  return {
    ...example,
    ...(request && {
      request: placed(
        request,
        unkept.map(([name]) => name),
      ),
    }),
    answer: { ...answer, body: placed(answer.body, operation.once ?? []) as typeof answer.body },
  }
}

const listChars = 700
const textChars = 320

/** An example that can be read: long lists and texts say how much they leave out. */
export function abridge<T>(value: T): T {
  if (typeof value === 'string') return shorten(value) as T
  if (Array.isArray(value)) return shortenList(value) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, abridge(inner as unknown)]),
  ) as T
}

function shorten(text: string): string {
  if (text.length <= textChars) return text
  return `${text.slice(0, textChars / 2)}… ${text.length - textChars / 2} more characters`
}

function shortenList(list: readonly unknown[]): unknown[] {
  const shown: unknown[] = []
  let chars = 0
  for (const entry of list.map((entry) => abridge(entry))) {
    chars += JSON.stringify(entry).length
    if (shown.length > 0 && chars > listChars) break
    shown.push(entry)
  }
  return shown.length === list.length ? shown : [...shown, `… ${list.length - shown.length} more`]
}
