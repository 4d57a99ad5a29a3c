import type { AdapterTraits, Ref } from '@membrane/contract'

/** A delivery through an adapter: what an attempt does outside. */
export interface Delivery {
  readonly do: 'deliver'
  readonly adapter: string
  readonly attempt: Ref
  /** Stands for the intent: an adapter that takes keys hands it on, so that a repeat is no second act. */
  readonly key: string
  /** What the outside is told: references and words, never raw material. */
  readonly message: Readonly<Record<string, unknown>>
  /** Rehearses a failure: nobody is called. */
  readonly fail: boolean
}

/**
 * What became of a delivery. `failed`: it was not taken. `indeterminate`: it was sent, and nobody knows whether it
 * was taken.
 */
export interface Delivered {
  readonly act: Delivery
  readonly status: 'executed' | 'failed' | 'indeterminate'
  readonly reasons: readonly string[]
}

/** A restore of a tenant's records, up to a size of its log, into a store that is thrown away. */
export interface Restore {
  readonly do: 'restore'
  readonly tenant: Ref
  readonly size: number
  /** `sha256:` and hex: the root that the restored log must give. */
  readonly root: string
}

/** What a restore gave; `failed` says why it did not give the root, without quoting what it met. */
export type Restored = { readonly act: Restore } & (
  | { readonly failed: string }
  | {
      readonly failed: null
      readonly restoreSeconds: number
      readonly rollbackSeconds: number
      readonly atoms: number
      readonly records: number
    }
)

/** Something to do outside of a decision, asked for by it. */
export type Act = Delivery | Restore

/** An act and what became of it. */
export type Done = Delivered | Restored

/** What lies outside of a decision. */
export interface Outside {
  /** Undefined where no such adapter can be reached. */
  adapter(name: string): AdapterTraits | undefined
  /** Does it, once. What goes wrong is a result; it rejects only where the store cannot be reached. */
  perform(act: Act): Promise<Done>
}
