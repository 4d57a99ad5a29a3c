import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Ref } from '@membrane/contract'
import { readAtom, scopeOf, unitOf } from '../conformance/units.ts'
import { StoreUnavailableError, type CommitResult, type Unit } from '../port.ts'
import type { Verdict } from './batch.ts'
import { bounds } from './bounds.ts'
import { Committer, type CommitterOptions } from './committer.ts'
import { storeMetrics } from './metrics.ts'
import type { Request } from './request.ts'

/** Transactions that end when a test says so. */
class Ledger {
  readonly open: { readonly requests: readonly Request[]; readonly end: (verdicts: Verdict[]) => void }[] = []

  run(requests: readonly Request[]): Promise<Verdict[]> {
    return new Promise((end) => this.open.push({ requests, end }))
  }

  /** The tenants of the transactions that run, in the order in which they began. */
  get tenants(): Ref[] {
    return this.open.map(({ requests }) => requests.map(({ tenant }) => tenant).join(' '))
  }

  /** Ends the oldest one; each call has its verdict, or is committed. */
  async end(...verdicts: Verdict[]): Promise<void> {
    const { requests, end } = this.open.shift()!
    end(requests.map((_, at) => verdicts[at] ?? { done: [] }))
    await turn()
    await turn()
  }
}

function committerOf(transactions: Ledger, options: Partial<CommitterOptions> = {}): Committer {
  const metrics = storeMetrics(undefined, { queued: () => 0, connections: () => 0, idle: () => 0 })
  return new Committer({ transactions, metrics, ...bounds, ...options })
}

/** A call of a tenant that relies on a record of another one. */
function sharing(tenant: Ref, other: Ref): Unit {
  return unitOf({ tenant, reads: [readAtom(scopeOf(other), 'thing:session', 1)] })
}

test('calls that share a log do not keep its own call waiting for ever', async () => {
  const ledger = new Ledger()
  const committer = committerOf(ledger)
  const commit = async (unit: Unit): Promise<void> => {
    void committer.commit([unit])
    await turn()
  }
  await commit(sharing('a', 'home'))
  await commit(unitOf({ tenant: 'home' }))
  await commit(sharing('b', 'home'))
  await commit(unitOf({ tenant: 'c' }))
  assert.deepEqual(ledger.tenants, ['a', 'c'])
  await ledger.end()
  assert.deepEqual(ledger.tenants, ['c', 'home b'])
  await ledger.end()
  await ledger.end()
  await committer.drained()
})

test('a call that waits for the log of another tenant does not make the others of its own wait for it', async () => {
  const ledger = new Ledger()
  const committer = committerOf(ledger)
  const stalled = committer.commit([sharing('a', 'stalled')])
  await turn()
  await ledger.end('locked')
  const others = Array.from({ length: 2 }, () => committer.commit([unitOf({ tenant: 'a' })]))
  await turn()
  const sizes = (): number[] => ledger.open.map(({ requests }) => requests.length)
  assert.deepEqual(sizes(), [1])
  await ledger.end('locked')
  assert.deepEqual(sizes(), [2], 'the others have a transaction before it has its next')
  await ledger.end()
  await Promise.all(others)
  await ledger.end()
  assert.deepEqual(await stalled, { done: [] })
})

test('calls that were put off for the next transaction are the first in it', async () => {
  const ledger = new Ledger()
  const committer = committerOf(ledger, { batchUnitsMax: 3 })
  const results: Promise<CommitResult>[] = []
  const units = Array.from({ length: 5 }, () => unitOf({ tenant: 'a' }))
  for (const unit of units) results.push(committer.commit([unit]))
  await turn()
  await ledger.end({ done: [] }, 'later', 'later')
  const next = ledger.open[0]!.requests.map((request) => units.indexOf(request.units[0]!))
  assert.deepEqual(next, [1, 2, 3])
  await ledger.end()
  await ledger.end()
  assert.equal((await Promise.all(results)).length, 5)
  assert.equal(committer.queued, 0)
})

test('what waits is bounded in bytes too', async () => {
  const ledger = new Ledger()
  const committer = committerOf(ledger, { queueBytesMax: 100_000 })
  const large = () => unitOf({ tenant: 'a', atoms: [{ ref: 'thing:a', state: `"${'x'.repeat(60_000)}"` }] })
  const taken = [committer.commit([large()]), committer.commit([large()])]
  await assert.rejects(committer.commit([large()]), StoreUnavailableError)
  await turn()
  taken.push(committer.commit([large()]))
  await ledger.end()
  await ledger.end()
  assert.equal((await Promise.all(taken)).length, 3)
})
