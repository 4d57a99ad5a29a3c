import { limits, type Ref } from '@membrane/contract'
import {
  equal,
  formatVerifierKey,
  frontierRoot,
  LedgerError,
  parseFrontier,
  signCheckpoint,
  verifierKey,
  verifyConsistency,
  type NoteSigner,
} from '@membrane/ledger'
import { nodeHasher } from '../store/hasher.ts'
import { StoreUnavailableError, type Head, type LogStore } from '../store/port.ts'
import type { CheckpointGuard, SignedState } from './checkpoint-guard.ts'
import { activeKey, logId, signWith, type EpochKey, type Keyring } from './keyring.ts'
import { LogTree } from './log-tree.ts'

export interface CheckpointSignerOptions {
  readonly log: LogStore
  readonly keyring: Keyring
  /** The origin of a tenant's log in an epoch. */
  readonly originOf: (tenant: Ref, epoch: number) => string
  readonly guard: CheckpointGuard
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}

interface Signed extends SignedState {
  readonly epoch: number
  readonly origin: string
  /** The signed note. */
  readonly note: string
  readonly verifierKey: string
}

interface LogState {
  /** The newest checkpoint, and when it was signed. */
  newest: Signed | undefined
  signedAtMs: number
  /** Readers of one moment share a signature. */
  signing: Promise<Signed | undefined> | undefined
  /** Checkpoints of epochs before the one in use. */
  readonly ended: Map<number, Signed>
}

/**
 * Signs the state of a log when it is read, at most once a second per tenant and apart from admission, over what the
 * store has made durable. Every signature extends the last one that the guard knows; where the log does not,
 * nothing is signed and the answer is undefined.
 */
export class CheckpointSigner {
  readonly tree: LogTree
  readonly #options: CheckpointSignerOptions
  readonly #states = new Map<Ref, LogState>()
  readonly #forked = new Set<Ref>()

  constructor(options: CheckpointSignerOptions) {
    this.#options = options
    this.tree = new LogTree(options.log)
  }

  /** Whether a log was not, when it was last read, the one that was signed before. */
  get forkDetected(): boolean {
    return this.#forked.size > 0
  }

  originOf(tenant: Ref, epoch: number): string {
    return this.#options.originOf(tenant, epoch)
  }

  /** The keys of a tenant's log, oldest first. */
  policy(tenant: Ref) {
    const { epochs } = this.#options.keyring
    const active = activeKey(this.#options.keyring)
    const keys = epochs.map((key) => ({
      verifierKey: formatVerifierKey(this.#signerOf(tenant, key).key),
      epoch: key.epoch,
      origin: this.originOf(tenant, key.epoch),
      active: key === active,
    }))
    return { origin: this.originOf(tenant, active.epoch), keys }
  }

  /** The newest state, at most a second old, and over at least as many leaves, which the log must have. */
  async newest(tenant: Ref, atLeast = 0): Promise<Signed | undefined> {
    const state = this.#stateOf(tenant)
    const isOld = this.#age(state) >= limits.checkpointIntervalMs
    if (isOld && (await this.#sign(tenant, state)) === undefined) return undefined
    return this.#reaching(tenant, atLeast)
  }

  /** A checkpoint over a leaf of the log, of the epoch that the leaf was written in. */
  async covering(tenant: Ref, sequence: number): Promise<Signed | undefined> {
    const { epochs } = await this.#options.log.head(tenant)
    const { epoch } = epochs.findLast(({ start }) => start <= sequence)!
    return epoch === activeKey(this.#options.keyring).epoch
      ? this.#reaching(tenant, sequence + 1)
      : this.ofEpoch(tenant, epoch, sequence + 1)
  }

  /**
   * How many leaves the log of an origin has: to the end of its epoch, or to the end of the log for the epoch in
   * use. Undefined where the log has no such epoch.
   */
  async extent(tenant: Ref, epoch: number): Promise<number | undefined> {
    const head = await this.#options.log.head(tenant)
    return epoch === activeKey(this.#options.keyring).epoch ? head.size : endOf(head, epoch)
  }

  /**
   * The last state of an epoch that the log has: of one before the epoch in use, where the next one began, or, as
   * long as that has no commit, where the log ends.
   */
  async ofEpoch(tenant: Ref, epoch: number, atLeast = 0): Promise<Signed | undefined> {
    const { keyring } = this.#options
    if (epoch === activeKey(keyring).epoch) return this.newest(tenant)
    const known = this.#stateOf(tenant).ended.get(epoch)
    if (known !== undefined && known.size >= atLeast) return known
    const key = keyring.epochs.find((candidate) => candidate.epoch === epoch)
    const size = await this.extent(tenant, epoch)
    if (key === undefined || size === undefined)
      throw new Error(`the keyring or the log has no epoch ${epoch}`)
    const newest = await this.#reaching(tenant, size)
    if (newest === undefined) return undefined
    const ended = { size, root: await this.tree.root(tenant, size) }
    if (!(await this.#extends(tenant, ended, newest))) return this.#fork(tenant)
    const signed = await this.#signState(tenant, key, ended)
    this.#stateOf(tenant).ended.set(epoch, signed)
    return signed
  }

  async #reaching(tenant: Ref, size: number): Promise<Signed | undefined> {
    const state = this.#stateOf(tenant)
    if (state.newest !== undefined && state.newest.size >= size) return state.newest
    // The first signature may have been under way before the size was reached, the second cannot.
    for (const _ of ['shared', 'own']) {
      const signed = await this.#sign(tenant, state)
      if (signed === undefined || signed.size >= size) return signed
    }
    return this.#fork(tenant)
  }

  #sign(tenant: Ref, state: LogState): Promise<Signed | undefined> {
    state.signing ??= this.#signHead(tenant, state).finally(() => {
      state.signing = undefined
    })
    return state.signing
  }

  async #signHead(tenant: Ref, state: LogState): Promise<Signed | undefined> {
    const { guard, keyring, log, wait, clock } = this.#options
    const left = limits.checkpointIntervalMs - this.#age(state)
    if (left > 0) await wait(left)
    const key = activeKey(keyring)
    const { size, epochs, frontier } = await log.head(tenant)
    if ((epochs.at(-1)?.epoch ?? 0) > key.epoch)
      throw new StoreUnavailableError(
        'the log is in a later epoch than the keyring: restart with that of now',
      )
    const id = logId(keyring, tenant)
    const before = guard.last(id)
    if (before !== undefined && size < before.size) return this.#fork(tenant)
    const next = { size, root: await this.tree.root(tenant, size) }
    if (before !== undefined && !(await this.#extends(tenant, before, next))) return this.#fork(tenant)
    if (frontier !== undefined && !isFrontierOf(next, frontier)) return this.#fork(tenant)
    this.#forked.delete(tenant)
    if (before?.size !== size) await guard.record(id, next)
    state.newest = await this.#signState(tenant, key, next)
    state.signedAtMs = clock()
    return state.newest
  }

  async #extends(tenant: Ref, before: SignedState, next: SignedState): Promise<boolean> {
    const [from, to] = [before.size, next.size]
    try {
      const hashes = await this.tree.consistency(tenant, from, to)
      return verifyConsistency({ from, to, hashes }, before.root, next.root, nodeHasher)
    } catch (error) {
      if (error instanceof LedgerError) return false
      throw error
    }
  }

  async #signState(tenant: Ref, key: EpochKey, { size, root }: SignedState): Promise<Signed> {
    const { epoch } = key
    const origin = this.originOf(tenant, epoch)
    const previous = this.#options.keyring.epochs.find((candidate) => candidate.epoch === epoch - 1)
    const signers = [key, ...(previous ? [previous] : [])].map((each) => this.#signerOf(tenant, each))
    const note = await signCheckpoint({ origin, size, root }, signers)
    return { epoch, origin, size, root, note, verifierKey: formatVerifierKey(signers[0]!.key) }
  }

  #signerOf(tenant: Ref, key: EpochKey): NoteSigner {
    const name = this.originOf(tenant, key.epoch)
    return { key: verifierKey(name, key.publicKey), sign: (message) => signWith(key, message) }
  }

  #fork(tenant: Ref): undefined {
    this.#forked.add(tenant)
    this.#states.delete(tenant)
  }

  /** A clock that was set back makes a signature old, not one of the future. */
  #age(state: LogState): number {
    const age = this.#options.clock() - state.signedAtMs
    return age < 0 ? Infinity : age
  }

  #stateOf(tenant: Ref): LogState {
    const known = this.#states.get(tenant)
    const state = known ?? { newest: undefined, signedAtMs: -Infinity, signing: undefined, ended: new Map() }
    this.#states.delete(tenant)
    this.#states.set(tenant, state)
    if (this.#states.size > limits.checkpointsKeptMax) {
      const [oldest] = this.#states.keys()
      this.#states.delete(oldest!)
    }
    return state
  }
}

/** What the log would grow by leads to the same root as its tiles. */
function isFrontierOf({ size, root }: SignedState, frontier: Uint8Array): boolean {
  return equal(frontierRoot(parseFrontier(size, frontier), nodeHasher), root)
}

function endOf({ size, epochs }: Head, epoch: number): number | undefined {
  const at = epochs.findIndex((candidate) => candidate.epoch === epoch)
  return at < 0 ? undefined : (epochs[at + 1]?.start ?? size)
}
