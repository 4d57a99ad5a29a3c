import type { Ref } from '@membrane/contract'
import type { LeafDraft } from '@membrane/ledger'

/** A value or a promise of it: the memory store answers at once, a database later. */
export type Awaitable<T> = T | Promise<T>

/** One reality as seen up to a point: `before` bounds the sequence (exclusive); null is now. */
export interface Layer {
  readonly reality: Ref
  readonly before: number | null
}

/**
 * Where a read looks. The first layer that holds a ref answers for it, so a projection is
 * `[its own, the record before its base]`, the record is one layer, and the past is one bounded layer.
 */
export interface Scope {
  readonly tenant: Ref
  readonly layers: readonly Layer[]
}

/** One immutable version of one ref. Records of different kinds never meet, even under one ref. */
export interface StoredAtom {
  readonly kind: string
  readonly ref: Ref
  /** From 1. In a projection it continues the version of the layer below. */
  readonly version: number
  readonly reality: Ref
  /** The commit that wrote it. */
  readonly sequence: number
  /** Canonical JSON. */
  readonly state: string
  /** `sha256:` over salt and state. */
  readonly digest: string
  readonly salt: Uint8Array
}

/** What a decision relied on; the commit fails where it no longer holds. */
export type Read =
  /** `version` 0 is an absence. */
  | {
      readonly on: 'atom'
      readonly scope: Scope
      readonly kind: string
      readonly ref: Ref
      readonly version: number
    }
  /** `last` is the sequence of the newest commit that wrote under the key; -1 where none has. */
  | {
      readonly on: 'range'
      readonly scope: Scope
      readonly kind: string
      readonly key: string
      readonly last: number
    }
  | { readonly on: 'claim'; readonly space: string; readonly key: string; readonly value: string | null }

export interface AtomWrite {
  readonly kind: string
  readonly ref: Ref
  readonly version: number
  readonly state: string
  readonly digest: string
  readonly salt: Uint8Array
  /** `<index>=<key>` under which ranges find the ref from now on. */
  readonly keys: readonly string[]
  /** For kinds that are counted while they last: until when the version before was, and until when this one is. */
  readonly active: { readonly fromMs: number | null; readonly untilMs: number | null } | null
}

/** Something that must be unique across all tenants: a host, a tenant, a token commitment. */
export interface ClaimWrite {
  readonly space: string
  readonly key: string
  readonly value: string
}

/** The first answer under an Idempotency-Key, kept with the commit that it speaks of. */
export interface AnswerWrite {
  readonly key: string
  /** Keyed hash of the body that was sent with the key. */
  readonly bodyHash: string
  /** The decided body, JSON. */
  readonly body: string
  readonly expiresAtMs: number
}

export interface StoredAnswer extends AnswerWrite {
  readonly commit: Ref
}

/** What one admitted operation writes: all of it or nothing. */
export interface Unit {
  readonly tenant: Ref
  readonly reality: Ref
  /** `commit:<id>`, short and never used before: known ahead so that a lost COMMIT can be looked up. */
  readonly commit: Ref
  readonly operation: string
  readonly actor: Ref | null
  /** The leaf, but for its place and time. */
  readonly leaf: LeafDraft
  /** Salt of the leaf's request digest. */
  readonly requestSalt: Uint8Array
  readonly reads: readonly Read[]
  readonly atoms: readonly AtomWrite[]
  readonly claims: readonly ClaimWrite[]
  /** Evidence bundles cited; counted once each, in the record only. */
  readonly cites: readonly Ref[]
  readonly answer: AnswerWrite | null
}

export interface Committed {
  readonly commit: Ref
  readonly sequence: number
  /** The store's time, RFC 3339; never runs backwards in a log. */
  readonly committedAt: string
  /** `sha256:` and hex of the leaf's hash. */
  readonly leafHash: string
}

/** `changed`: something read is no longer so; decide again. `full`: the store takes no more. */
export type CommitResult = { readonly done: readonly Committed[] } | { readonly failed: 'changed' | 'full' }

/** A commit as its log holds it. */
export interface StoredCommit extends Committed {
  readonly leaf: Uint8Array
  readonly requestSalt: Uint8Array
  readonly atoms: readonly StoredAtom[]
}

export interface CommitQuery {
  /** Only commits with a smaller sequence; null from the newest. */
  readonly before: number | null
  readonly limit: number
  readonly operation?: string | undefined
  readonly actor?: Ref | undefined
  /** Commits that wrote a version of this ref. */
  readonly ref?: Ref | undefined
}

/** The state of a tenant's log. */
export interface Head {
  /** Commits so far; the next sequence. */
  readonly size: number
  /** The epochs of the log's key, oldest first, each with the sequence of its first commit. */
  readonly epochs: readonly { readonly epoch: number; readonly start: number }[]
  /** The hashes that the log grows by (`serializeFrontier`), where the store keeps them apart from its tiles. */
  readonly frontier?: Uint8Array
  /** Refs by kind, in the record, and `atoms` and `evidence_bundle`. */
  readonly counts: ReadonlyMap<string, number>
  /** Connectors whose evidence was cited. */
  readonly connectors: ReadonlyMap<string, { readonly bundles: number; readonly lastCitedAt: string }>
}

/** Reads that the log's proofs are built from. */
export interface LogStore {
  /** A tenant without a commit has an empty log. */
  head(tenant: Ref): Awaitable<Head>
  /** By its `commit:` ref. */
  commitOf(tenant: Ref, ref: Ref): Awaitable<StoredCommit | undefined>
  /** Newest first, those that fit every part of the query. */
  commits(tenant: Ref, query: CommitQuery): Awaitable<readonly StoredCommit[]>
  /** Up to `count` commits from a sequence, in order, with all that restoring or checking them needs. */
  commitsFrom(tenant: Ref, from: number, count: number): Awaitable<readonly StoredCommit[]>
  /** Leaf bytes of `count` commits from a sequence, in order. */
  leaves(tenant: Ref, from: number, count: number): Awaitable<readonly Uint8Array[]>
  /** The first `count` node hashes of a tile, 32 bytes each, joined. The tree MUST have that many there. */
  tile(tenant: Ref, level: number, index: number, count: number): Awaitable<Uint8Array>
}

/** The store cannot be reached, or did not answer in time. What was asked has not been acknowledged. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/** How a store names the logs that it writes. */
export interface LogNaming {
  /** The origin of a tenant's log in an epoch. */
  readonly originOf: (tenant: Ref, epoch: number) => string
  /** The epoch of the keyring in use; a log never goes back to an earlier one. */
  readonly epoch: number
}

/** Reads of records. */
export interface RecordReads {
  atom(scope: Scope, kind: string, ref: Ref): Awaitable<StoredAtom | undefined>
  /**
   * The newest versions in scope of every ref that was ever written under the key, those of the last layer first,
   * in order of first writing; `last` is the sequence of the newest such writing in any layer, -1 without one.
   */
  range(scope: Scope, kind: string, key: string): Awaitable<{ atoms: readonly StoredAtom[]; last: number }>
  claim(space: string, key: string): Awaitable<string | undefined>
  /** The answer under a key, unless it has expired: `nowMs >= expiresAtMs`. */
  answer(tenant: Ref, key: string, nowMs: number): Awaitable<StoredAnswer | undefined>
}

/** Decides a call anew on these reads: what it commits then, or nothing where it is refused. */
export type DecideAgain = (reads: RecordReads) => Promise<readonly Unit[]>

/**
 * What a store must do. Every sentence with MUST is a test of the conformance suite.
 *
 * Reads MUST answer what was committed before they began. Commits of one tenant MUST form one
 * sequence from 0 without a gap. A commit MUST be checked against everything it read, under the lock of
 * its tenant's log, and MUST be written whole or not at all. Its promise MUST NOT resolve before it is
 * as durable as the store can make it. No read of one tenant MUST ever see another's records.
 */
export interface Store extends RecordReads, LogStore, AsyncDisposable {
  readonly storage: 'memory' | 'postgres'
  /** Whether the store survives a restart. */
  readonly durable: boolean
  /** Names the logs of a durable store, for what is kept of them elsewhere; null where they die with the process. */
  readonly identity?: string | null
  /**
   * Commits the units as one act with consecutive sequences: all of them, or none. Units of one call are of
   * one tenant. Each MUST be checked against the store as the units before it leave it: its reads, that no version
   * of its atoms is written already, that its claims are free, that no live answer stands under its key.
   *
   * Where that fails a store MAY decide the call again by itself, under its lock, on reads that MUST say what the
   * calls before it leave. What was committed is then what `again` answered last; where that was nothing, `done` is
   * empty and what the answer relied on is committed. What relied on calls that were not committed is void.
   */
  commit(units: readonly Unit[], again?: DecideAgain): Promise<CommitResult>
  /** How many refs of a kind are active at a time, in the record of any tenant: what the commits say. */
  active(kind: string, nowMs: number): Awaitable<number>
  /** Throws where the store cannot be reached. */
  ping(): Promise<void>
}
