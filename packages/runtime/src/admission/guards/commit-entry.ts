import type { StoredCommit } from '../../store/port.ts'
import type { Context } from '../decision.ts'

interface LeafView {
  readonly operation: string
  readonly outcome: string
  readonly tenant: string
  readonly actor: string | null
  readonly session: string | null
  readonly reality: string
  readonly receipt: string
  readonly origin: string
  readonly causes?: readonly { readonly ref: string; readonly version: number }[]
  readonly causes_count?: number
  readonly causes_digest?: string
}

const text = new TextDecoder()

/** A commit as the inspection reads show it: everything is read from its leaf. */
export function entryOf(commit: StoredCommit, { signerOf }: Pick<Context, 'signerOf'>) {
  const leaf = JSON.parse(text.decode(commit.leaf)) as LeafView
  return {
    commit: commit.commit,
    sequence: commit.sequence,
    committed_at: commit.committedAt,
    operation: leaf.operation,
    outcome: leaf.outcome,
    tenant: leaf.tenant,
    actor: leaf.actor,
    session: leaf.session,
    reality: leaf.reality,
    receipt: leaf.receipt,
    atoms: commit.atoms.map(({ ref, kind, version, digest }) => ({ ref, kind, version, digest })),
    ...causesOf(leaf),
    leaf_hash: commit.leafHash,
    signer: signerOf(leaf.origin),
    fixture: true as const,
    production_admission: false as const,
  }
}

/** Many causes stand in the leaf as their count and digest. */
function causesOf({ causes, causes_count, causes_digest }: LeafView) {
  if (causes !== undefined) return { causes }
  return { causes: [], causes_count: causes_count!, causes_digest: causes_digest! }
}

/** A cursor names the sequence that its page ended with; a page that follows holds only earlier ones. */
export function writeCursor(sequence: number): string {
  return `before_${sequence}`
}

/** The sequence of a cursor, null without one, undefined where it is not a cursor. */
export function readCursor(cursor: string | undefined): number | null | undefined {
  if (cursor === undefined) return null
  const digits = /^before_(0|[1-9]\d{0,14})$/.exec(cursor)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
