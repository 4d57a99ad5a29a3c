import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSql, startPostgres } from '@membrane/testkit'
import { Registry } from 'prom-client'
import { commitDecided, increment } from '../conformance/again.ts'
import { readAtom, readRange, scopeOf, unitOf, write } from '../conformance/units.ts'
import { StoreUnavailableError, type DecideAgain, type RecordReads, type Unit } from '../port.ts'
import { openPostgres, type OpenOptions } from './open.ts'
import { claimHash } from './keys.ts'
import { Relay } from './testing/relay.ts'
import { Session } from './testing/session.ts'

const tenant = 'tenant_node:again'
const other = 'tenant_node:other'
const here = scopeOf(tenant)
const key = 'of=company_geist:acme'
const ref = 'thing:counter'
const poison = '{"text":"\u0000"}'

const fixed = {
  clock: () => Date.parse('2026-06-15T12:00:00.000Z'),
  originOf: (name: string, epoch: number) => `log.test/t/${Buffer.from(name).toString('hex')}/${epoch}`,
  epoch: 1,
  fingerprint: 'of this test',
}

async function open(options: Partial<OpenOptions> = {}) {
  const url = options.url ?? (await (await startPostgres()).database())
  return openPostgres({ ...fixed, ...options, url })
}

/** A unit that has lost already: what it read was never so. */
const lost = (): Unit => unitOf({ tenant, reads: [readAtom(here, ref, 99)], atoms: [] })

test('what was decided on a call that was rolled back is never committed', async () => {
  await using store = await open()
  const claim = { space: 'host', key: 'example.org', value: 'x' }
  const poisoned = unitOf({
    tenant,
    atoms: [{ ref: 'thing:p', state: poison, keys: [key] }],
    claims: [claim],
  })
  const seen: number[] = []
  const counting: DecideAgain = async (reads) => {
    const { atoms, last } = await reads.range(here, 'thing', key)
    seen.push(atoms.length)
    const state = JSON.stringify({ seen: atoms.length })
    return [unitOf({ tenant, reads: [readRange(here, key, last)], atoms: [{ ref: 'thing:count', state }] })]
  }
  const claiming: DecideAgain = async (reads) =>
    (await reads.claim('host', 'example.org')) === undefined ? [unitOf({ tenant, claims: [claim] })] : []
  const results = await Promise.allSettled([
    store.commit([poisoned]),
    store.commit([lost()], counting),
    store.commit([lost()], claiming),
  ])
  assert.deepEqual(
    results.map((result) =>
      result.status === 'fulfilled' && 'done' in result.value ? result.value.done.length : result.status,
    ),
    ['rejected', 1, 1],
  )
  assert.equal(seen[0], 1, 'it was decided on the call that was rolled back')
  assert.equal((await store.atom(here, 'thing', 'thing:count'))!.state, '{"seen":0}')
  assert.equal((await store.head(tenant)).size, 2)
})

test('a COMMIT that was not answered is looked up with what was decided again, and nothing is made up', async () => {
  const url = await (await startPostgres()).database()
  await using relay = await Relay.start(url)
  await using store = await open({ url: relay.url })
  await write(store, { tenant })
  let runs = 0
  const failing: DecideAgain = async () => {
    if (++runs === 1) return []
    relay.loseAnswerTo('commit')
    throw new Error('of the test')
  }
  const results = await Promise.allSettled([
    store.commit([lost()], increment()),
    store.commit([lost()], failing),
    store.commit([unitOf({ tenant })]),
    store.commit([unitOf({ tenant, atoms: [{ ref: 'thing:p', state: poison }] })]),
  ])
  assert.equal(relay.lost, 1)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
  )
  assert.match(String((results[1] as PromiseRejectedResult).reason), /of the test/)
  assert.equal((await store.atom(here, 'thing', ref))!.state, '{"count":1}')
  assert.equal((await store.head(tenant)).size, 3)
})

test('a read that the database refuses while a call is decided again fails that call alone', async () => {
  await using store = await open()
  await write(store, { tenant })
  const calls = Array.from({ length: 12 }, (_, at) =>
    store.commit([lost()], async (reads) => {
      await reads.atom(here, at === 5 ? 'thing\u0000' : 'thing', ref)
      return []
    }),
  )
  const results = await Promise.allSettled(calls)
  assert.deepEqual(
    results.map(({ status }) => status),
    results.map((_, at) => (at === 5 ? 'rejected' : 'fulfilled')),
  )
})

test('who takes too long to decide again holds nobody up, and reads no more', async () => {
  await using store = await open()
  let held: RecordReads | undefined
  const endless: DecideAgain = (reads) => {
    held = reads
    return new Promise(() => {})
  }
  const slow = store.commit([lost()], endless)
  await Promise.all(Array.from({ length: 20 }, () => commitDecided(store, increment())))
  assert.deepEqual(await slow, { failed: 'changed' })
  assert.equal((await store.atom(here, 'thing', ref))!.version, 20)
  await assert.rejects(Promise.resolve(held!.atom(here, 'thing', 'thing:more')), StoreUnavailableError)
})

test('a call is not decided again into the log of another tenant', async () => {
  await using store = await open()
  await assert.rejects(
    store.commit([lost()], async () => [unitOf({ tenant: other })]),
    /another tenant/,
  )
  await assert.rejects(store.commit([unitOf({ tenant }), unitOf({ tenant: other })]), /one tenant/)
  assert.equal((await store.head(tenant)).size + (await store.head(other)).size, 0)
})

test('a call that needs another log now is told so', async () => {
  await using store = await open()
  const reads = [readAtom(scopeOf(other), 'thing:session', 0)]
  const result = await store.commit([lost()], async () => [unitOf({ tenant, reads })])
  assert.deepEqual(result, { failed: 'changed' })
})

test('what a call shares holds still until the call is committed', async () => {
  const url = await (await startPostgres()).database()
  await using one = await open({ url })
  await using two = await open({ url })
  const session = 'thing:session'
  await write(one, { tenant: other, atoms: [{ ref: session }] })
  const needed = readAtom(scopeOf(other), session, 1)
  let ended: Promise<unknown> | undefined
  const isThere: string[] = []
  const again: DecideAgain = async () => {
    ended = two
      .commit([unitOf({ tenant: other, atoms: [{ ref: session, version: 2 }] })])
      .then(() => isThere.push('ended'))
    return [unitOf({ tenant, reads: [needed] })]
  }
  const stale = { ...lost(), reads: [needed, readAtom(here, ref, 99)] }
  const result = await one.commit([stale], again).finally(() => isThere.push('committed'))
  assert.ok('done' in result)
  await ended
  assert.deepEqual(isThere, ['committed', 'ended'])
  assert.deepEqual(await one.commit([stale], async () => [unitOf({ tenant, reads: [needed] })]), {
    failed: 'changed',
  })
})

test('a claim that another server takes after a call was decided again is seen by the next decision', async () => {
  const url = await (await startPostgres()).database()
  await using store = await open({ url })
  await using rival = await Session.start(url)
  const claim = { space: 'host', key: 'example.org' }
  await rival.run('begin')
  await rival.run(
    `insert into membrane.claims values ('\\x${claimHash(claim.space, claim.key).toString('hex')}', 'rival')`,
  )
  const values: (string | undefined)[] = []
  const take: DecideAgain = async (reads) => {
    const value = await reads.claim(claim.space, claim.key)
    values.push(value)
    return value === undefined ? [unitOf({ tenant, claims: [{ ...claim, value: tenant }] })] : []
  }
  const calls = Promise.all([store.commit([lost()], take), commitDecided(store, increment())])
  while ((await runSql(url, 'select from pg_locks where not granted')) === 0);
  await rival.run('commit')
  const [taken, beside] = await calls
  assert.deepEqual(taken, { done: [] })
  assert.equal(beside.length, 1)
  assert.deepEqual(values, [undefined, 'rival'])
})

test('one key on two servers is answered once, and what both acknowledge is one sequence', async () => {
  const url = await (await startPostgres()).database()
  await using first = await Relay.start(url)
  await using second = await Relay.start(url)
  await using one = await open({ url: first.url })
  await using two = await open({ url: second.url })
  const answer = { key: 'k', bodyHash: 'h', body: '{}', expiresAtMs: fixed.clock() + 1000 }
  const replays: string[] = []
  const keyed: DecideAgain = async (reads) => {
    const [unit] = await increment()(reads)
    const found = await reads.answer(tenant, 'k', fixed.clock())
    if (found !== undefined) replays.push(found.commit)
    return found === undefined ? [{ ...unit!, answer }] : []
  }
  let decided = 0
  const unsteady: DecideAgain = async (reads) => {
    decided++
    if (decided % 20 === 0) [first, second][(decided / 20) % 2]!.loseAnswerTo('commit')
    return increment()(reads)
  }
  const calls = Array.from({ length: 200 }, (_, at) =>
    commitDecided([one, two][at % 2]!, at % 4 < 2 ? keyed : unsteady),
  )
  const results = await Promise.all(calls)
  const made = results.filter((_, at) => at % 4 < 2).flat()
  assert.equal(made.length, 1)
  assert.deepEqual(new Set(replays), new Set([made[0]!.commit]))
  const sequences = results.flat().map(({ sequence }) => sequence)
  assert.deepEqual(
    sequences.toSorted((a, b) => a - b),
    Array.from({ length: 101 }, (_, at) => at),
  )
  assert.equal((await two.atom(here, 'thing', ref))!.state, '{"count":101}')
  assert.ok(first.lost + second.lost > 0)
})

test('the metrics count what was committed', async () => {
  const registry = new Registry()
  await using store = await open({ registry })
  const calls = [lost(), unitOf({ tenant }), lost(), unitOf({ tenant: other })]
  await Promise.all(calls.map((unit) => store.commit([unit])))
  await store.commit([lost()])
  const text = await registry.metrics()
  assert.match(text, /^membrane_store_batch_units_sum 2$/m)
  assert.match(text, /^membrane_store_changed_total 3$/m)
})
