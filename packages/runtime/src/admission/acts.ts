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

/** Something to do outside, asked for by a decision. */
export type Act = Delivery

/** An act and what became of it. */
export type Done = Delivered

/** What lies outside of a decision. */
export interface Outside {
  /** Undefined where no such adapter can be reached. */
  adapter(name: string): AdapterTraits | undefined
  /** Does it, once. Never rejects: what goes wrong is a result. */
  perform(act: Act): Promise<Done>
}
