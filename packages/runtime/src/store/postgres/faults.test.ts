import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPostgres } from '@membrane/testkit'
import { increment } from '../conformance/again.ts'
import { readAtom, scopeOf, unitOf } from '../conformance/units.ts'
import { StoreUnavailableError, type Committed, type DecideAgain, type Unit } from '../port.ts'
import { openPostgres } from './open.ts'
import type { PostgresStore } from './store.ts'
import { Relay } from './testing/relay.ts'

const tenant = 'tenant_node:again'
const home = 'tenant_node:home'
const clock = () => Date.parse('2026-06-15T12:00:00.000Z')
const fixed = {
  clock,
  originOf: (name: string, epoch: number) => `log.test/t/${Buffer.from(name).toString('hex')}/${epoch}`,
  epoch: 1,
  fingerprint: 'of this test',
}
const calls = 400
/** Where connections break, each as often as the other. */
const statements = [
  'commit',
  'lock_free',
  'lock_one',
  'probe_versions',
  'insert_atoms',
  'update_heads',
  'atoms',
]

/** What one call learned: what it committed, or that nobody can say. */
type Outcome = { readonly units: readonly Unit[]; readonly done: readonly Committed[] } | 'unavailable'

async function run(store: PostgresStore, decide: DecideAgain): Promise<Outcome> {
  try {
    for (;;) {
      let units = await decide(store)
      if (units.length === 0) return { units, done: [] }
      const result = await store.commit(units, async (reads) => (units = await decide(reads)))
      if ('done' in result) return { units, done: result.done }
    }
  } catch (error) {
    if (decide === poisoned) assert.match(String(error), /invalid byte sequence|StoreUnavailableError/)
    else assert.ok(error instanceof StoreUnavailableError, String(error))
    return 'unavailable'
  }
}

/** Adds one, and another one in the same call. */
const twice: DecideAgain = async (reads) => {
  const [first] = await increment()(reads)
  const { version, state } = first!.atoms[0]!
  const { count } = JSON.parse(state) as { count: number }
  const atom = { ref: 'thing:counter', version: version + 1, state: JSON.stringify({ count: count + 1 }) }
  return [first!, unitOf({ tenant, atoms: [atom] })]
}

/** What the database refuses, with all that came with it. */
const poisoned: DecideAgain = async (reads) => {
  const [unit] = await increment()(reads)
  return [{ ...unit!, atoms: [{ ...unit!.atoms[0]!, state: '{"count":-1,"text":"\u0000"}' }] }]
}

/** Adds one under a key, once; in the name of a session of another tenant. */
function keyed(key: string): DecideAgain {
  return async (reads) => {
    if ((await reads.answer(tenant, key, clock())) !== undefined) return []
    const [unit] = await increment()(reads)
    const session = readAtom(scopeOf(home), 'thing:session', 0)
    const answer = { key, bodyHash: 'h', body: '{}', expiresAtMs: clock() + 1000 }
    return [{ ...unit!, reads: [...unit!.reads, session], answer }]
  }
}

test('whatever connection breaks, what is answered is what the log holds', async (t) => {
  const url = await (await startPostgres()).database()
  await using first = await Relay.start(url)
  await using second = await Relay.start(url)
  const relays = [first, second]
  await using one = await openPostgres({ ...fixed, url: first.url })
  await using two = await openPostgres({ ...fixed, url: second.url })
  await using whole = await openPostgres({ ...fixed, url })
  let faults = 0
  const unsteady =
    (decide: DecideAgain): DecideAgain =>
    async (reads) => {
      const at = faults++
      const statement = statements[Math.floor(at / 15) % statements.length]!
      if (at % 30 === 0) relays[(at % 4) >> 1]!.loseAnswerTo('commit')
      else if (at % 15 === 0) relays[(at % 4) >> 1]!.loseRequest(statement)
      return decide(reads)
    }
  const kinds = [increment(), twice, keyed('a'), keyed('b'), increment()]
  const outcomes: Outcome[] = []
  for (let from = 0; from < calls; from += 40) {
    const some = Array.from({ length: 40 }, (_, at) =>
      at % 13 === 12
        ? run(two, poisoned)
        : run([one, two][at % 2]!, unsteady(kinds[(from + at) % kinds.length]!)),
    )
    outcomes.push(...(await Promise.all(some)))
  }

  const log = await whole.commitsFrom(tenant, 0, 10_000)
  assert.deepEqual(
    log.map(({ sequence, atoms }) => [sequence, atoms[0]!.version, atoms[0]!.state]),
    log.map((_, at) => [at, at + 1, `{"count":${at + 1}}`]),
  )
  const acknowledged = outcomes.flatMap((outcome) => (outcome === 'unavailable' ? [] : outcome.done))
  for (const { sequence, commit, leafHash } of acknowledged) {
    assert.deepEqual([log[sequence]!.commit, log[sequence]!.leafHash], [commit, leafHash])
  }
  assert.equal(new Set(acknowledged.map(({ sequence }) => sequence)).size, acknowledged.length)
  for (const outcome of outcomes) {
    if (outcome === 'unavailable') continue
    assert.deepEqual(
      outcome.done.map(({ commit }) => commit),
      outcome.units.map(({ commit }) => commit),
    )
  }
  for (const key of ['a', 'b']) {
    const answer = await whole.answer(tenant, key, clock())
    assert.ok(log.some(({ commit }) => commit === answer!.commit))
  }
  const lost = outcomes.filter((outcome) => outcome === 'unavailable').length
  t.diagnostic(`${first.lost + second.lost} breaks, ${lost} of ${calls} unavailable, ${log.length} commits`)
  assert.ok(first.lost + second.lost > 5)
  assert.ok(acknowledged.length > 0)
})
