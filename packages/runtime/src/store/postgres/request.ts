import type { Ref } from '@membrane/contract'
import type { CommitResult, Unit } from '../port.ts'

/** A call of `commit` that waits for its batch. */
export interface Request {
  readonly units: readonly Unit[]
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
  settle: Pick<Request, 'resolve' | 'reject'>,
  enqueuedMs: number,
): Request {
  const { tenant } = units[0]!
  const shared = new Set<Ref>()
  let bytes = 0
  for (const unit of units) {
    for (const read of unit.reads) {
      if (read.on !== 'claim' && read.scope.tenant !== tenant) shared.add(read.scope.tenant)
    }
    for (const { state, ref } of unit.atoms) bytes += state.length + ref.length
    bytes += unit.answer?.body.length ?? 0
  }
  return { units, tenant, shared: [...shared], bytes, enqueuedMs, ...settle }
}
