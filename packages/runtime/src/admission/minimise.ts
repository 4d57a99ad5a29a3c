import type { Field, Operation } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { digestText } from './digest.ts'

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
  if (field.kept === 'digest') return (value) => JSON.stringify(digestText(String(value)))
  return field.rule.is === 'any' ? canonicalJson : JSON.stringify
}
