import { isRef } from './refs.ts'

/** What the value of a field must satisfy beyond its JSON type. */
export type Rule =
  | { readonly is: 'ref'; readonly kind?: string; readonly prefix?: string }
  | { readonly is: 'integer'; readonly min: number; readonly max: number }
  | { readonly is: 'one_of'; readonly values: readonly string[] }
  | {
      readonly is:
        | 'any'
        | 'refs'
        | 'text'
        | 'texts'
        | 'hash'
        | 'hashes'
        | 'sha256'
        | 'number'
        | 'must_be_true'
        | 'must_be_false'
        | 'must_be_absent'
    }

const hashPattern = /^sha256:\S/
const sha256Pattern = /^sha256:[0-9a-f]{64}$/

const isText = (value: unknown): boolean => (value as string).trim() !== ''
/** `sha256:` and something after it. */
export const isHash = (value: unknown): boolean => hashPattern.test(value as string)

/** `sha256:` and 64 hex digits. */
export const isSha256 = (value: unknown): boolean => sha256Pattern.test(value as string)

/** Whether a value, whose JSON type has been checked, satisfies the rule. */
export function satisfies(rule: Rule, value: unknown): boolean {
  switch (rule.is) {
    case 'any':
      return true
    case 'ref':
      return isRef(value as string, rule.kind) && hasPrefix(value as string, rule.prefix)
    case 'refs':
      return (value as string[]).every((ref) => isRef(ref))
    case 'text':
      return isText(value)
    case 'texts':
      return (value as string[]).every(isText)
    case 'hash':
      return isHash(value)
    case 'hashes':
      return (value as string[]).every(isHash)
    case 'sha256':
      return isSha256(value)
    case 'number':
      return Number.isFinite(value)
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= rule.min && (value as number) <= rule.max
    case 'one_of':
      return rule.values.includes(value as string)
    case 'must_be_true':
      return value === true
    case 'must_be_false':
      return value === false
    case 'must_be_absent':
      return false
  }
}

/** A prefix and an identifier behind it. */
function hasPrefix(value: string, prefix = ''): boolean {
  return value.startsWith(prefix) && value.length > prefix.length
}

/** The rule in words, for refusals and documents. */
export function describeRule(rule: Rule): string {
  switch (rule.is) {
    case 'any':
      return 'any value'
    case 'ref':
      return `must be a reference ${rule.prefix ?? `${rule.kind ?? '<kind>'}:`}<identifier> without white space`
    case 'refs':
      return 'each must be a reference <kind>:<identifier> without white space'
    case 'text':
      return 'must not be empty'
    case 'texts':
      return 'no entry may be empty'
    case 'hash':
      return 'must start with sha256: and be more than that'
    case 'hashes':
      return 'each must start with sha256: and be more than that'
    case 'sha256':
      return 'must be sha256: and 64 lower-case hex digits'
    case 'number':
      return 'must be a finite number'
    case 'integer':
      return `must be an integer from ${rule.min} to ${rule.max}`
    case 'one_of':
      return `must be one of ${rule.values.join(', ')}`
    case 'must_be_true':
      return 'must be true'
    case 'must_be_false':
      return 'must be false or absent'
    case 'must_be_absent':
      return 'must not be sent'
  }
}
