import type { Ref } from '@membrane/contract'
import type { CommitResult, DecideAgain, Unit } from '../port.ts'

/** A call of `commit` that waits for its batch. */
export interface Request {
  /** What was decided on committed records. */
  readonly units: readonly Unit[]
  readonly again: DecideAgain | undefined
  /** Whether a transaction decided it again: then its units are void, whatever became of that transaction. */
  wasDecidedAgain: boolean
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
  if (!areOf(tenant, units)) throw new Error('units of one call are of one tenant')
  let bytes = 0
  for (const unit of units) {
    for (const { state, ref } of unit.atoms) bytes += state.length + ref.length
    bytes += unit.answer?.body.length ?? 0
  }
  const shared = sharedOf(units)
  return { units, again, wasDecidedAgain: false, tenant, shared, bytes, enqueuedMs, ...settle }
}

export function areOf(tenant: Ref, units: readonly Unit[]): boolean {
  return units.every((unit) => unit.tenant === tenant)
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
