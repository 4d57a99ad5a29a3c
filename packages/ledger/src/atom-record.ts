import { fromBase64 } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { LedgerError } from './errors.ts'
import { saltedDigest, textDigest } from './hasher.ts'
import { atomsJson, boundedRef, isAtom, type CommitLeaf, type LeafAtom } from './leaf.ts'

const SALT_BYTES = 32

/** An atom with what opens its digest: the state that it wrote, and the salt that is kept beside it. */
export interface AtomRecord {
  readonly ref: string
  /** Told apart only by its digest where this is left out. */
  readonly version?: number
  /** Base64 of 32 bytes. */
  readonly salt: string
  readonly state: unknown
}

/**
 * Throws a LedgerError unless the commit wrote the atom with this state. A leaf with more atoms than it shows
 * holds their digest only; `atoms`, their whole list as the commit entry has it, then has to be given.
 */
export function checkAtom(leaf: CommitLeaf, record: AtomRecord, atoms?: readonly LeafAtom[]): void {
  const salt = fromBase64(record.salt)
  if (salt.length !== SALT_BYTES) throw new LedgerError('the salt of the atom has not 32 bytes')
  const ref = boundedRef(record.ref)
  const candidates = atomsOf(leaf, atoms).filter(
    (atom) => boundedRef(atom.ref) === ref && atom.version === (record.version ?? atom.version),
  )
  if (candidates.length === 0) throw new LedgerError('the commit did not write this atom')
  const digest = saltedDigest(salt, canonicalState(record.state))
  if (!candidates.some((atom) => atom.digest === digest)) {
    throw new LedgerError('the state and the salt of the atom do not give the digest in the leaf')
  }
}

function atomsOf(leaf: CommitLeaf, atoms: readonly LeafAtom[] | undefined): readonly LeafAtom[] {
  if (leaf.atoms) return leaf.atoms
  if (!atoms) throw new LedgerError('the leaf shows its atoms as a digest, and their list was not given')
  if (!atoms.every(isAtom)) throw new LedgerError('an entry of the list of atoms is not of its form')
  if (atoms.length !== leaf.atoms_count || textDigest(atomsJson(atoms)) !== leaf.atoms_digest) {
    throw new LedgerError('the list of atoms does not give the digest in the leaf')
  }
  return atoms
}

function canonicalState(state: unknown): string {
  try {
    return canonicalJson(state)
  } catch (cause) {
    throw new LedgerError('the state of the atom has no canonical JSON', { cause })
  }
}
