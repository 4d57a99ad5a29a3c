import { hash } from 'node:crypto'
import { recordReality, type Ref } from '@membrane/contract'
import {
  appendLeaf,
  atomsJson,
  boundedRef,
  emptyFrontier,
  frontierRoot,
  parseLeaf,
  saltedDigest,
  type CommitLeaf,
  type Frontier,
  type LeafAtom,
} from '@membrane/ledger'
import { nodeHasher } from '../store/hasher.ts'
import type { StoredAtom } from '../store/port.ts'
import { Scratch } from './scratch.ts'

/** All of a commit that a restore needs. */
export interface BackedUpCommit {
  readonly leaf: Uint8Array
  readonly atoms: readonly Omit<StoredAtom, 'sequence' | 'digest'>[]
}

/** What is to be restored is not what the log says; the message says where, and quotes nothing of it. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/** What a restore has given. */
export interface RestoredLog {
  readonly size: number
  /** `sha256:` and hex of the tree's root. */
  readonly root: string
  readonly atoms: number
  readonly records: number
}

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/**
 * Restores a tenant's records from its commits, in order. Nothing is taken over unproven: the leaf must be strict,
 * of the tenant and at its place; every atom must give the digest that its leaf shows; the versions of a record must
 * follow one another. The leaves, hashed anew, give the root.
 */
export class Restorer {
  readonly #tenant: string
  readonly #scratch = new Scratch()
  #frontier: Frontier = emptyFrontier()

  constructor(tenant: Ref) {
    this.#tenant = boundedRef(tenant)
  }

  /** Throws a RestoreError, or a LedgerError, for the first commit that is not what it says. */
  add(commits: readonly BackedUpCommit[]): void {
    for (const commit of commits) this.#addCommit(commit)
  }

  finish(): RestoredLog {
    const root = Buffer.from(frontierRoot(this.#frontier, nodeHasher)).toString('hex')
    return { size: this.#frontier.size, root: `sha256:${root}`, ...this.#scratch.counts() }
  }

  discard(): void {
    this.#scratch.discard()
  }

  #addCommit({ leaf: bytes, atoms }: BackedUpCommit): void {
    const sequence = this.#frontier.size
    const leaf = parseLeaf(bytes)
    if (leaf.tenant !== this.#tenant) throw new RestoreError(`leaf ${sequence} is of another tenant`)
    if (leaf.sequence !== String(sequence)) throw new RestoreError(`leaf ${sequence} is at another's place`)
    const digests = atoms.map(({ salt, state }) => saltedDigest(salt, state, sha256))
    const written = atoms.map(({ ref, version }, at): LeafAtom => ({ ref, version, digest: digests[at]! }))
    if (!shows(leaf, written)) throw new RestoreError(`leaf ${sequence} wrote other atoms than are there`)
    for (const [at, atom] of atoms.entries()) this.#addAtom(atom, digests[at]!, sequence)
    this.#frontier = appendLeaf(this.#frontier, nodeHasher.leaf(bytes), nodeHasher)
  }

  #addAtom(atom: BackedUpCommit['atoms'][number], digest: string, sequence: number): void {
    const { reality, kind, ref, version, state, salt } = atom
    const key = sha256(Buffer.from(JSON.stringify([reality, kind, ref])))
    const before = this.#scratch.newest(key)
    const follows = reality === recordReality || before > 0 ? version === before + 1 : version > 0
    if (!follows) throw new RestoreError(`leaf ${sequence} wrote a version that follows no other`)
    this.#scratch.add({ key, version, sequence, state, digest, salt })
  }
}

/** Whether these are the atoms of a leaf, which shows them, or more of them than it shows by their digest. */
function shows(leaf: CommitLeaf, written: readonly LeafAtom[]): boolean {
  const json = atomsJson(written)
  if (leaf.atoms) return atomsJson(leaf.atoms) === json
  return leaf.atoms_count === written.length && leaf.atoms_digest === `sha256:${hash('sha256', json)}`
}
