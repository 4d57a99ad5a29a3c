import { identifierOf, recordReality, type Operation, type Ref } from '@membrane/contract'
import { canonicalJson, draftLeaf } from '@membrane/ledger'
import type { AtomWrite, Unit } from '../store/port.ts'
import type { Claim, Context, Write } from './decision.ts'
import { digestSalted, digestText } from './digest.ts'
import type { Entropy } from './ids.ts'
import type { ReadSet } from './view.ts'

const saltBytes = 32

/** What a call has decided, ready to become one commit. */
export interface Draft {
  readonly operation: Operation
  readonly at: Context
  readonly commit: Ref
  readonly outcome: string
  readonly reasons: readonly string[]
  readonly input: Readonly<Record<string, unknown>>
  /** The minimised input, canonical JSON. */
  readonly request: string
  readonly writes: readonly Write[]
  readonly claims: readonly Claim[]
  /** Every version that it rests on. */
  readonly causes: ReadSet['causes']
}

/**
 * Salts, digests and the leaf's draft: all of a commit that needs no place in the log. What the whole call has read,
 * and the answer that is kept of it, are added where its commits come together.
 */
export function seal(draft: Draft, entropy: Entropy): Unit {
  const { at, commit, operation } = draft
  const atoms = draft.writes.map((write) => sealAtom(write, entropy))
  const actor = at.caller.actor ?? statedActor(draft.input)
  const requestSalt = entropy.bytes(saltBytes)
  const leaf = draftLeaf(
    {
      actor,
      atoms,
      causes: withoutRepeats(draft.causes),
      commit,
      operation: operation.name,
      outcome: draft.outcome,
      reality: at.reality,
      reasons: draft.reasons,
      receipt: receiptOf(commit),
      request_digest: digestSalted(requestSalt, draft.request),
      session: at.caller.session,
      tenant: at.tenant,
    },
    digestText,
  )
  return {
    tenant: at.tenant,
    reality: at.reality,
    commit,
    operation: operation.name,
    actor,
    leaf,
    requestSalt,
    reads: [],
    atoms,
    claims: draft.claims,
    cites: at.reality === recordReality ? citedEvidence(draft.input) : [],
    answer: null,
  }
}

/** The receipt of a commit bears its identifier. */
function receiptOf(commit: Ref): Ref {
  return `receipt:${identifierOf(commit)}`
}

function sealAtom(write: Write, entropy: Entropy): AtomWrite {
  const { record, ref, version, state } = write
  const json = canonicalJson(state)
  const salt = entropy.bytes(saltBytes)
  const keys: string[] = []
  for (const [index, keyOf] of Object.entries(record.index)) {
    const key = keyOf(state as never)
    if (key !== null) keys.push(`${index}=${key}`)
  }
  return {
    kind: record.kind,
    ref,
    version,
    state: json,
    digest: digestSalted(salt, json),
    salt,
    keys,
    active: activityOf(write),
  }
}

function activityOf({ record, state, previous }: Write): AtomWrite['active'] {
  const { activeUntil } = record
  if (activeUntil === undefined) return null
  const untilMs = (of: unknown): number | null => {
    const until = of === undefined ? null : activeUntil(of as never)
    return until === null ? null : Date.parse(until)
  }
  return { fromMs: untilMs(previous), untilMs: untilMs(state) }
}

/** An anonymous caller acts for whom it says. */
function statedActor(input: Readonly<Record<string, unknown>>): Ref | null {
  return (input.actor ?? input.subject ?? null) as Ref | null
}

function withoutRepeats(causes: ReadSet['causes']): ReadSet['causes'] {
  if (causes.length < 2) return causes
  return [...new Map(causes.map((cause) => [`${cause.version} ${cause.ref}`, cause])).values()]
}

function citedEvidence(input: Readonly<Record<string, unknown>>): Ref[] {
  const cited = new Set<Ref>()
  for (const value of Object.values(input)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (typeof entry === 'string' && entry.startsWith('evidence_bundle:')) cited.add(entry)
    }
  }
  return [...cited]
}
