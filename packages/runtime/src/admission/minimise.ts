import type { Field, Operation } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { digestOf } from './digest.ts'

/**
 * Prepares the minimised form of an operation's input: canonical JSON of the declared fields, those that are
 * not to be kept as their digest, those that must not leave a trace left out.
 */
export function createMinimiser(operation: Operation): (input: Readonly<Record<string, unknown>>) => string {
  const fields = Object.entries(operation.request)
    .filter(([, field]) => field.kept !== 'nothing')
    .map(([name, field]) => ({
      name,
      prefix: `${JSON.stringify(nameOf(name, field))}:`,
      write: writerOf(field),
    }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1))

  return (input) => {
    let json = ''
    for (const { name, prefix, write } of fields) {
      const value = input[name]
      if (value === undefined) continue
      json += `${json === '' ? '' : ','}${prefix}${write(value)}`
    }
    return `{${json}}`
  }
}

function nameOf(name: string, field: Field): string {
  return field.kept === 'digest' ? `${name}_digest` : name
}

function writerOf(field: Field): (value: unknown) => string {
  if (field.kept === 'digest') return (value) => JSON.stringify(digestOf(value as string))
  return field.rule.is === 'any' ? canonicalJson : JSON.stringify
}

/**
 * Prepares what of an input may be kept to run the operation again: fields that are not to be kept stand as their
 * digest, which `Context.digest` takes for what it is.
 */
export function createKeeper(
  operation: Operation,
): (input: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const fields = Object.entries(operation.request).filter(([, field]) => field.kept !== 'nothing')
  return (input) => {
    const kept: Record<string, unknown> = {}
    for (const [name, field] of fields) {
      const value = input[name]
      if (value !== undefined) kept[name] = field.kept === 'digest' ? digestOf(value as string) : value
    }
    return kept
  }
}
