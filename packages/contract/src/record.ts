import type { Ref } from './refs.ts'

/**
 * A kind of durable record: the type of its state and the keys under which its refs can be listed.
 * An index key is a pure function of the state; null means not listed there.
 */
export interface RecordType<State, Index extends string = string> {
  readonly kind: string
  readonly index: Readonly<Record<Index, (state: State) => Ref | null>>
  /** For kinds that are counted while they last: RFC 3339, or null where the record is over. */
  readonly activeUntil?: (state: State) => string | null
}

interface RecordOptions<State, Index extends string> {
  readonly index?: RecordType<State, Index>['index']
  readonly activeUntil?: (state: State) => string | null
}

/** Declares a kind of record: `record<State>()('mandate', { index: { source: (s) => s.source_standing } })`. */
export function record<State>() {
  return <Index extends string = never>(
    kind: string,
    { index, ...rest }: RecordOptions<State, Index> = {},
  ): RecordType<State, Index> => ({
    kind,
    index: index ?? ({} as RecordType<State, Index>['index']),
    ...rest,
  })
}

export type StateOf<R> = R extends RecordType<infer State> ? State : never
