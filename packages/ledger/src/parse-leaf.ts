import { isIndex } from './bits.ts'
import { utf8Text } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { LedgerError } from './errors.ts'
import { isInstant } from './instant.ts'
import { ENTRIES_MAX, isDigest, LEAF_BYTES_MAX, LEAF_VERSION, type CommitLeaf } from './leaf.ts'

type Rule = (value: unknown) => boolean

const isText: Rule = (value) => typeof value === 'string'
const isTextOrNull: Rule = (value) => value === null || typeof value === 'string'
const isSequence: Rule = (value) =>
  typeof value === 'string' && isIndex(Number(value)) && String(Number(value)) === value

const ATOM: Record<string, Rule> = { digest: isDigest, ref: isText, version: isIndex }
const CAUSE: Record<string, Rule> = { ref: isText, version: isIndex }

const COMMIT: Record<string, Rule> = {
  actor: isTextOrNull,
  commit: isText,
  committed_at: isInstant,
  operation: isText,
  origin: isText,
  outcome: isText,
  reality: isText,
  reasons: (value) => Array.isArray(value) && value.every(isText),
  receipt: isText,
  request_digest: isDigest,
  sequence: isSequence,
  session: isTextOrNull,
  tenant: isText,
  v: (value) => value === LEAF_VERSION,
}

/**
 * The commit that a leaf holds. Strict: at most 8 KiB of canonical JSON (RFC 8785), every field there and of
 * its form, no field beside them; anything else throws a LedgerError.
 */
export function parseLeaf(bytes: Uint8Array): CommitLeaf {
  if (bytes.length > LEAF_BYTES_MAX) throw new LedgerError('the leaf is over 8 KiB')
  const text = utf8Text(bytes)
  const value = parseJson(text)
  if (!isRecord(value)) throw new LedgerError('the leaf is not a JSON object')
  const rules = { ...COMMIT, ...listRules(value, 'atoms', ATOM), ...listRules(value, 'causes', CAUSE) }
  for (const [field, rule] of Object.entries(rules)) {
    if (!Object.hasOwn(value, field)) throw new LedgerError(`the leaf has no ${field}`)
    if (!rule(value[field])) throw new LedgerError(`the leaf has a ${field} that is not of its form`)
  }
  if (Object.keys(value).length !== Object.keys(rules).length) {
    throw new LedgerError('the leaf has a field that no commit has')
  }
  if (canonical(value) !== text) throw new LedgerError('the leaf is not canonical JSON')
  return value as unknown as CommitLeaf
}

/** A list is there in full, or as its count and digest. */
function listRules(value: object, name: string, entry: Record<string, Rule>): Record<string, Rule> {
  if (!Object.hasOwn(value, name)) return { [`${name}_count`]: isIndex, [`${name}_digest`]: isDigest }
  const isList: Rule = (list) =>
    Array.isArray(list) && list.length <= ENTRIES_MAX && list.every((item) => holds(item, entry))
  return { [name]: isList }
}

function holds(value: unknown, rules: Record<string, Rule>): boolean {
  if (!isRecord(value)) return false
  const fields = Object.keys(rules)
  return Object.keys(value).length === fields.length && fields.every((field) => rules[field]!(value[field]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LedgerError('the leaf is not JSON', { cause })
  }
}

function canonical(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch (cause) {
    throw new LedgerError('the leaf is not canonical JSON', { cause })
  }
}
