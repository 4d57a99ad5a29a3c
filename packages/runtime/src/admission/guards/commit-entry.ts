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
    causes: leaf.causes ?? [],
    leaf_hash: commit.leafHash,
    signer: signerOf(leaf.origin),
    fixture: true as const,
    production_admission: false as const,
  }
}
