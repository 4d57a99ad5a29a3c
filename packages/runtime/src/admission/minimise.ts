import type { Field, Operation } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { digestText } from './digest.ts'

/** Makes the digest that stands for a text. */
type Digest = (text: string) => string
type Input = Readonly<Record<string, unknown>>

/**
 * Prepares the minimised form of an operation's input: canonical JSON of the declared fields, those that are
 * not to be kept as their digest, those that must not leave a trace left out.
 */
export function createMinimiser(operation: Operation): (input: Input, digest?: Digest) => string {
  const fields = Object.entries(operation.request)
    .filter(([, field]) => field.kept !== 'nothing')
    .map(([name, field]) => ({
      name,
      prefix: `${JSON.stringify(nameOf(name, field))}:`,
      write: writerOf(field),
    }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1))

  return (input, digest = digestText) => {
    let json = ''
    for (const { name, prefix, write } of fields) {
      const value = input[name]
      if (value === undefined) continue
      json += `${json === '' ? '' : ','}${prefix}${write(value, digest)}`
    }
    return `{${json}}`
  }
}

function nameOf(name: string, field: Field): string {
  return field.kept === 'digest' ? `${name}_digest` : name
}

function writerOf(field: Field): (value: unknown, digest: Digest) => string {
  if (field.kept === 'digest') return (value, digest) => JSON.stringify(digest(value as string))
  return field.rule.is === 'any' ? (value) => canonicalJson(value) : (value) => JSON.stringify(value)
}

/**
 * Prepares what of an input may be kept to run the operation again: fields that are not to be kept stand as their
 * digest.
 */
export function createKeeper(
  operation: Operation,
): (input: Input, digest: Digest) => Record<string, unknown> {
  const fields = Object.entries(operation.request).filter(([, field]) => field.kept !== 'nothing')
  return (input, digest) => {
    const kept: Record<string, unknown> = {}
    for (const [name, field] of fields) {
      const value = input[name]
      if (value !== undefined) kept[name] = field.kept === 'digest' ? digest(value as string) : value
    }
    return kept
  }
}
