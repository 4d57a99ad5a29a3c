import { isIndex } from './bits.ts'
import { utf8Length } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { textDigest } from './hasher.ts'
import { isInstant } from './instant.ts'
import { isOrigin, ORIGIN_BYTES_MAX } from './origin.ts'

export const LEAF_VERSION = 'membrane/commit/v1'
export const LEAF_BYTES_MAX = 8192
export const ENTRIES_MAX = 32
const REF_BYTES_MAX = 256
const REASONS_MAX = 8
/** The time, the origin and the sequence, in quotes. */
const PLACE_BYTES_MAX = 24 + ORIGIN_BYTES_MAX + 16 + 6

/** A new version of a ref that the commit wrote; `digest` is salted. */
export interface LeafAtom {
  readonly digest: string
  readonly ref: string
  readonly version: number
}

/** A version of a ref that the decision read; version 0 is an absence. */
export interface LeafCause {
  readonly ref: string
  readonly version: number
}

/** What every leaf says of its commit. */
interface CommitFacts {
  readonly actor: string | null
  readonly commit: string
  readonly operation: string
  readonly outcome: string
  readonly reality: string
  readonly reasons: readonly string[]
  readonly receipt: string
  readonly request_digest: string
  readonly session: string | null
  readonly tenant: string
}

/** A commit before the log gives it a place and a time. */
export interface LeafFields extends CommitFacts {
  readonly atoms: readonly LeafAtom[]
  readonly causes: readonly LeafCause[]
}

/** A commit as its leaf shows it: a list stands in full, or as its count and digest. */
export interface CommitLeaf extends CommitFacts {
  readonly atoms?: readonly LeafAtom[]
  readonly atoms_count?: number
  readonly atoms_digest?: string
  readonly causes?: readonly LeafCause[]
  readonly causes_count?: number
  readonly causes_digest?: string
  readonly committed_at: string
  readonly origin: string
  readonly sequence: string
  readonly v: typeof LEAF_VERSION
}

/** The canonical JSON of a leaf, cut open where the time, the origin and the sequence go. */
export interface LeafDraft {
  readonly beforeTime: string
  readonly beforeOrigin: string
  readonly beforeSequence: string
  readonly end: string
}

/** `sha256:` and the hexadecimal SHA-256 of a text in UTF-8. */
export type TextDigest = (text: string) => string

/**
 * Does everything of a leaf that needs no place in the log, so that `serializeLeaf` is short under a lock.
 *
 * The leaf stays within 8 KiB whatever the fields hold. A text over 256 bytes, as the leaf writes it, stands
 * as its digest; more than 8 reasons stand as the one digest of their array; a list over 32 entries as its
 * count and digest (over its canonical JSON, long refs already replaced). Where that is still too long, the
 * causes stand as count and digest whatever their number, and then the atoms.
 */
export function draftLeaf(fields: LeafFields, digest: TextDigest = textDigest): LeafDraft {
  checkFields(fields)
  const text = (value: string): string => refJson(value, digest)
  const lead = `{"actor":${fields.actor === null ? 'null' : text(fields.actor)},`
  const beforeTime = `,"commit":${text(fields.commit)},"committed_at":`
  const beforeOrigin = `,"operation":${text(fields.operation)},"origin":`
  const beforeSequence =
    `,"outcome":${text(fields.outcome)},"reality":${text(fields.reality)}` +
    `,"reasons":${reasonsJson(fields.reasons, digest)},"receipt":${text(fields.receipt)}` +
    `,"request_digest":"${fields.request_digest}","sequence":`
  const session = fields.session === null ? 'null' : text(fields.session)
  const end = `,"session":${session},"tenant":${text(fields.tenant)},"v":"${LEAF_VERSION}"}`
  const lists = listsBeside(lead + beforeTime + beforeOrigin + beforeSequence + end, fields, digest)
  return { beforeTime: lead + lists + beforeTime, beforeOrigin, beforeSequence, end }
}

/**
 * The leaf: canonical JSON (RFC 8785) of at most 8 KiB. `committedAt` is RFC 3339 in UTC with milliseconds.
 */
export function serializeLeaf(
  draft: LeafDraft,
  sequence: number,
  committedAt: string,
  origin: string,
): string {
  if (!isIndex(sequence)) throw new LedgerError('the sequence is not a safe integer')
  if (!isInstant(committedAt)) throw new LedgerError('the time is not RFC 3339 in UTC with milliseconds')
  if (!isOrigin(origin)) throw new LedgerError('the origin is not one that a log may have')
  return (
    `${draft.beforeTime}"${committedAt}"${draft.beforeOrigin}"${origin}"` +
    `${draft.beforeSequence}"${sequence}"${draft.end}`
  )
}

/** The atoms of a commit as the array that the leaf shows, or whose digest it shows. */
export function atomsJson(atoms: readonly LeafAtom[], digest: TextDigest = textDigest): string {
  const entries = atoms.map(
    (atom) => `{"digest":"${atom.digest}","ref":${refJson(atom.ref, digest)},"version":${atom.version}}`,
  )
  return `[${entries.join()}]`
}

function causesJson(causes: readonly LeafCause[], digest: TextDigest): string {
  const entries = causes.map((cause) => `{"ref":${refJson(cause.ref, digest)},"version":${cause.version}}`)
  return `[${entries.join()}]`
}

function reasonsJson(reasons: readonly string[], digest: TextDigest): string {
  const json = `[${reasons.map((reason) => refJson(reason, digest)).join()}]`
  return reasons.length > REASONS_MAX ? `[${refJson(digest(json), digest)}]` : json
}

/** The lists in the longest form that fits beside the rest of the leaf. */
function listsBeside(rest: string, fields: LeafFields, digest: TextDigest): string {
  const atoms = { name: 'atoms', count: fields.atoms.length, json: atomsJson(fields.atoms, digest) }
  const causes = { name: 'causes', count: fields.causes.length, json: causesJson(fields.causes, digest) }
  const short = ({ name, count, json }: typeof atoms): string =>
    `"${name}_count":${count},"${name}_digest":"${digest(json)}"`
  const full = (list: typeof atoms): string =>
    list.count > ENTRIES_MAX ? short(list) : `"${list.name}":${list.json}`
  for (const causesForm of [full, short]) {
    const lists = `${full(atoms)},${causesForm(causes)}`
    if (hasAtMost(LEAF_BYTES_MAX - PLACE_BYTES_MAX, rest + lists)) return lists
  }
  return `${short(atoms)},${short(causes)}`
}

function hasAtMost(bytes: number, text: string): boolean {
  return text.length * 3 <= bytes || utf8Length(text) <= bytes
}

/** Printable ASCII without quote and backslash: JSON writes it as it is. */
const PLAIN = /^[ !#-[\]-~]{0,256}$/

/** The text that stands in a leaf for a ref: itself, or its digest where JSON writes it in over 256 bytes. */
export function boundedRef(ref: string, digest: TextDigest = textDigest): string {
  if (PLAIN.test(ref)) return ref
  if (!ref.isWellFormed()) throw new LedgerError('a text of the commit holds a lone surrogate')
  return utf8Length(JSON.stringify(ref)) - 2 > REF_BYTES_MAX ? digest(ref) : ref
}

function refJson(ref: string, digest: TextDigest): string {
  return PLAIN.test(ref) ? `"${ref}"` : JSON.stringify(boundedRef(ref, digest))
}

function checkFields(fields: LeafFields): void {
  if (!isDigest(fields.request_digest)) throw new LedgerError('the request digest is not of its form')
  if (!fields.atoms.every(isAtom))
    throw new LedgerError('the digest or the version of an atom is not of its form')
  for (const cause of fields.causes) {
    if (!isIndex(cause.version)) throw new LedgerError('the version of a cause is not a safe integer')
  }
}

/** True where the digest and the version have the form that a leaf can hold. */
export function isAtom(atom: LeafAtom): boolean {
  return isDigest(atom.digest) && isIndex(atom.version)
}

/** True for `sha256:` and 64 lower-case hexadecimal digits. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value)
}
