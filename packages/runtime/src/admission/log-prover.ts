import type { Ref } from '@membrane/contract'

/** A state of a log under the key of one epoch. */
interface SignedCheckpoint {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  /** The signed note (C2SP tlog-checkpoint). */
  readonly note: string
  /** The key of the epoch, as verifiers write it. */
  readonly verifierKey: string
}

/** Proofs of a tree. Sizes and indices must be ones that the log has. */
interface TreeProofs {
  root(tenant: Ref, size: number): Promise<Uint8Array>
  inclusion(tenant: Ref, index: number, size: number): Promise<readonly Uint8Array[]>
  consistency(tenant: Ref, from: number, to: number): Promise<readonly Uint8Array[]>
}

/** Signs and proves logs. A checkpoint is undefined where the log is not the one signed before. */
export interface LogProver {
  readonly tree: TreeProofs
  /** The newest state, at most a second old, and over at least as many leaves, which the log must have. */
  newest(tenant: Ref, atLeast?: number): Promise<SignedCheckpoint | undefined>
  /** A checkpoint over a leaf that the log has, of the leaf's epoch; waits until there is one. */
  covering(tenant: Ref, sequence: number): Promise<SignedCheckpoint | undefined>
  /** Every key of a tenant's log, oldest first, and the origin of the epoch in use. */
  policy(tenant: Ref): {
    readonly origin: string
    readonly keys: readonly {
      readonly verifierKey: string
      readonly epoch: number
      readonly origin: string
      readonly active: boolean
    }[]
  }
}
