import type { Ref } from '@membrane/contract'
import type { CommitResult, DecideAgain, Unit } from '../port.ts'

/** A call of `commit` that waits for its batch. */
export interface Request {
  /** What it commits; where it was decided again, what it commits now. */
  units: readonly Unit[]
  readonly again: DecideAgain | undefined
  readonly tenant: Ref
  /** Other tenants whose records it relies on. */
  readonly shared: readonly Ref[]
  readonly bytes: number
  /** Milliseconds of the process's own monotonic clock. */
  readonly enqueuedMs: number
  readonly resolve: (result: CommitResult) => void
  readonly reject: (error: unknown) => void
}

export function requestOf(
  units: readonly Unit[],
  again: DecideAgain | undefined,
  settle: Pick<Request, 'resolve' | 'reject'>,
  enqueuedMs: number,
): Request {
  const { tenant } = units[0]!
  let bytes = 0
  for (const unit of units) {
    for (const { state, ref } of unit.atoms) bytes += state.length + ref.length
    bytes += unit.answer?.body.length ?? 0
  }
  return { units, again, tenant, shared: sharedOf(units), bytes, enqueuedMs, ...settle }
}

/** The other tenants whose records units rely on. */
export function sharedOf(units: readonly Unit[]): Ref[] {
  const shared = new Set<Ref>()
  for (const { tenant, reads } of units) {
    for (const read of reads) {
      if (read.on !== 'claim' && read.scope.tenant !== tenant) shared.add(read.scope.tenant)
    }
  }
  return [...shared]
}
