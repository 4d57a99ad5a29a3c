import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSql, startPostgres } from '@membrane/testkit'
import { Registry } from 'prom-client'
import { commitDecided, increment } from '../conformance/again.ts'
import { commitAll, readAtom, scopeOf, unitOf, write } from '../conformance/units.ts'
import { StoreUnavailableError, type DecideAgain } from '../port.ts'
import { migrate, openPostgres, type OpenOptions } from './open.ts'
import { Session } from './testing/session.ts'
import { Relay } from './testing/relay.ts'

const fixed = {
  clock: () => Date.parse('2026-06-15T12:00:00.000Z'),
  originOf: (tenant: string, epoch: number) => `log.test/t/${Buffer.from(tenant).toString('hex')}/${epoch}`,
  epoch: 1,
  fingerprint: 'of this test',
}
const [stalled, free] = ['tenant_node:stalled', 'tenant_node:free']

async function open(options: Partial<OpenOptions> = {}) {
  const url = options.url ?? (await (await startPostgres()).database())
  return openPostgres({ ...fixed, ...options, url })
}

test('a log that somebody else holds stalls its own commits and nobody else’s', async () => {
  const url = await (await startPostgres()).database()
  await using store = await open({ url })
  await write(store, { tenant: stalled })
  await using holder = await Session.start(url)
  await holder.run('begin')
  await holder.run('select from membrane.logs for update')
  const waiting = Array.from({ length: 5 }, () => store.commit([unitOf({ tenant: stalled })]))
  for (let at = 0; at < 20; at++) await write(store, { tenant: free })
  assert.equal((await store.head(free)).size, 20)
  assert.equal((await store.head(stalled)).size, 1)
  await holder.run('rollback')
  for (const result of await Promise.all(waiting)) assert.ok('done' in result)
  assert.equal((await store.head(stalled)).size, 6)
})

test('a call that the database refuses fails alone', async () => {
  await using store = await open()
  const calls = Array.from({ length: 9 }, (_, at) => {
    const state = at === 4 ? '{"text":"\u0000"}' : '{}'
    return store.commit([unitOf({ tenant: free, atoms: [{ ref: `thing:${at}`, state }] })])
  })
  const results = await Promise.allSettled(calls)
  assert.deepEqual(
    results.map(({ status }) => status),
    results.map((_, at) => (at === 4 ? 'rejected' : 'fulfilled')),
  )
  const { reason } = results[4] as PromiseRejectedResult
  assert.ok(!(reason instanceof StoreUnavailableError), 'it is a bug, not the store being away')
  assert.equal((await store.head(free)).size, 8)
})

test('a commit ref that was used before fails alone', async () => {
  await using store = await open()
  const { commit } = await write(store, { tenant: free })
  const beside = Array.from({ length: 5 }, () => write(store, { tenant: free }))
  await assert.rejects(store.commit([unitOf({ tenant: free, commit })]), /commits_by_ref/)
  assert.equal((await Promise.all(beside)).length, 5)
})

test('an unanswered COMMIT that was made is answered as made, and one that was not as unavailable', async () => {
  const url = await (await startPostgres()).database()
  await using relay = await Relay.start(url)
  await using store = await open({ url: relay.url })
  await write(store, { tenant: free })
  relay.loseAnswerTo('commit')
  const [done] = await commitAll(store, unitOf({ tenant: free }))
  assert.equal(done!.sequence, 1)
  assert.equal(relay.lost, 1)
  relay.loseRequest('commit')
  await assert.rejects(store.commit([unitOf({ tenant: free })]), StoreUnavailableError)
  assert.equal(relay.lost, 2)
  assert.equal((await store.head(free)).size, 2)
  await write(store, { tenant: free })
  assert.equal((await store.head(free)).size, 3)
})

test('calls whose transaction did not begin are not committed one by one', async () => {
  const url = await (await startPostgres()).database()
  await using relay = await Relay.start(url)
  await using store = await open({ url: relay.url })
  await write(store, { tenant: free })
  relay.spoil('begin')
  const claim = { space: 'host', key: 'example.org', value: free }
  await assert.rejects(store.commit([unitOf({ tenant: free, claims: [claim] })]))
  assert.equal(await store.claim('host', 'example.org'), undefined)
  assert.equal((await store.head(free)).size, 1)
})

test('a connection that breaks while logs are locked and shared fails the calls, and nothing else', async () => {
  const url = await (await startPostgres()).database()
  await using relay = await Relay.start(url)
  await using store = await open({ url: relay.url })
  await write(store, { tenant: free })
  await write(store, { tenant: stalled })
  const sharing = unitOf({ tenant: free, reads: [readAtom(scopeOf(stalled), 'thing:none', 0)] })
  relay.loseRequest('lock_free')
  await assert.rejects(store.commit([sharing]), StoreUnavailableError)
  assert.ok('done' in (await store.commit([sharing])))
})

test('two stores of one database share its logs, and a loser decides again', async () => {
  const url = await (await startPostgres()).database()
  await using one = await open({ url })
  await using two = await open({ url })
  assert.equal(one.identity, two.identity)
  const ref = 'thing:shared'
  await write(one, { tenant: free, atoms: [{ ref }] })
  const rivals = Array.from({ length: 10 }, (_, at) => {
    const reads = [readAtom(scopeOf(free), ref, 1)]
    return [one, two][at % 2]!.commit([unitOf({ tenant: free, reads, atoms: [{ ref, version: 2 }] })])
  })
  const results = await Promise.all(rivals)
  assert.equal(results.filter((result) => 'done' in result).length, 1)
  assert.equal((await two.head(free)).size, 2)
})

test('calls that lose are decided again in the transaction that they lost in', async () => {
  const registry = new Registry()
  await using store = await open({ registry })
  await write(store, { tenant: 'tenant_node:again' })
  await Promise.all(Array.from({ length: 200 }, () => commitDecided(store, increment())))
  const metrics = await registry.metrics()
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)![1])
  assert.equal(valueOf('membrane_store_decided_again_total'), 199)
  assert.equal((await store.head('tenant_node:again')).size, 201)
  assert.ok(valueOf('membrane_store_batch_units_count') < 10, 'they shared a few transactions')
})

test('calls that were decided again in a batch that the database refuses are decided on what is left', async () => {
  await using store = await open()
  const poisoned: DecideAgain = async (reads) => {
    const [unit] = await increment()(reads)
    return [{ ...unit!, atoms: [{ ...unit!.atoms[0]!, state: '{"text":"\u0000"}' }] }]
  }
  const all = Array.from({ length: 31 }, (_, at) => commitDecided(store, at === 11 ? poisoned : increment()))
  const results = await Promise.allSettled(all)
  assert.deepEqual(
    results.map(({ status }) => status),
    results.map((_, at) => (at === 11 ? 'rejected' : 'fulfilled')),
  )
  const found = await store.atom(scopeOf('tenant_node:again'), 'thing', 'thing:counter')
  assert.deepEqual([found!.version, found!.state], [30, '{"count":30}'])
})

test('a log never goes back to an earlier epoch of its key', async () => {
  const url = await (await startPostgres()).database()
  await using old = await open({ url })
  await write(old, { tenant: free })
  await write(old, { tenant: free })
  await using renewed = await open({ url, epoch: 2 })
  await write(renewed, { tenant: free })
  assert.deepEqual((await old.head(free)).epochs, [
    { epoch: 1, start: 0 },
    { epoch: 2, start: 2 },
  ])
  const [refused, beside] = await Promise.allSettled(
    [free, stalled].map((tenant) => old.commit([unitOf({ tenant })])),
  )
  assert.match(String((refused as PromiseRejectedResult).reason), /restart it with the keyring/)
  assert.equal(beside!.status, 'fulfilled', 'the logs of others are not concerned')
  assert.equal((await renewed.head(free)).size, 3)
})

test('a database takes no other keyring, and no schema that the build does not know', async () => {
  const { cluster, database } = await startPostgres()
  const url = await database()
  await using _ = await open({ url })
  await assert.rejects(open({ url, fingerprint: 'another' }), /belongs to another keyring/)
  await runSql(url, "insert into membrane.meta values ('schema_99', 'later')")
  await assert.rejects(open({ url }), /newer than the \d+ of this build/)
  await runSql(cluster.url(), 'create database bare')
  await assert.rejects(open({ url: cluster.url('bare') }), /run membrane migrate/)
  const raced = await Promise.all([1, 2, 3].map(() => migrate(cluster.url('bare'))))
  assert.deepEqual(
    raced.map(({ from }) => from).toSorted((a, b) => a - b),
    [0, raced[0]!.to, raced[0]!.to],
  )
  await using made = await open({ url: cluster.url('bare') })
  await write(made, { tenant: free })
})

test('the service role can serve, and can neither change nor remove what was committed', async () => {
  const { cluster, database } = await startPostgres()
  const url = await database()
  await runSql(cluster.url(), "create role app login password 'secret' in role membrane_service")
  const asApp = url.replace(/\/\/[^@]+@/, '//app:secret@')
  await using store = await open({ url: asApp })
  await write(store, {
    tenant: free,
    atoms: [{ ref: 'thing:a', keys: ['of=x:y'], active: { fromMs: null, untilMs: 9e12 } }],
    claims: [{ space: 'host', key: 'a', value: 'b' }],
    cites: ['evidence_bundle:x'],
    answer: { key: 'k', bodyHash: 'h', body: '{}', expiresAtMs: 9e12 },
  })
  for (const forbidden of [
    'delete from membrane.commits',
    "update membrane.commits set leaf = ''",
    'update membrane.atoms set version = 2',
    'delete from membrane.claims',
    'delete from membrane.tiles',
    'delete from membrane.logs',
    "update membrane.meta set value = 'x'",
    'truncate membrane.commits',
    'drop table membrane.commits',
    'alter table membrane.commits add column x int',
    'create table membrane.more (x int)',
  ]) {
    await assert.rejects(runSql(asApp, forbidden), /permission denied|must be owner/, forbidden)
  }
})

test('more commits than may wait are refused at once, and memory stays bounded', async () => {
  const url = await (await startPostgres()).database()
  await using store = await open({ url, queueUnitsMax: 10 })
  await write(store, { tenant: stalled })
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => store.commit([unitOf({ tenant: stalled })])),
  )
  const taken = results.filter(({ status }) => status === 'fulfilled')
  assert.equal(taken.length, 10)
  for (const result of results) {
    if (result.status === 'rejected') assert.ok(result.reason instanceof StoreUnavailableError)
  }
  assert.equal((await store.head(stalled)).size, 11)
})

test('answers that expired long ago are removed, and no others', async () => {
  await using store = await open()
  const now = fixed.clock()
  const answer = { key: 'old', bodyHash: 'h', body: '{}', expiresAtMs: now + 1000 }
  await write(store, { tenant: free, answer })
  await write(store, { tenant: free, answer: { ...answer, key: 'new', expiresAtMs: now + 86_400_000 } })
  assert.equal(await store.prune(now + 3_600_000), 0)
  assert.equal(await store.prune(now + 3_602_000), 1)
  assert.equal(await store.answer(free, 'old', now), undefined)
  assert.equal((await store.answer(free, 'new', now))?.key, 'new')
})

test('the metrics tell batches, waits, commits, re-runs and connections', async () => {
  const registry = new Registry()
  await using store = await open({ registry })
  await Promise.all(Array.from({ length: 20 }, () => write(store, { tenant: free })))
  const reads = [readAtom(scopeOf(free), 'thing:none', 7)]
  assert.deepEqual(await store.commit([unitOf({ tenant: free, reads })]), { failed: 'changed' })
  const text = await registry.metrics()
  assert.match(text, /^membrane_store_batch_units_sum 20$/m)
  assert.match(text, /^membrane_store_wait_seconds_count [1-9]/m)
  assert.match(text, /^membrane_store_commit_seconds_count [1-9]/m)
  assert.match(text, /^membrane_store_changed_total 1$/m)
  assert.match(text, /^membrane_store_connections [1-9]/m)
})
