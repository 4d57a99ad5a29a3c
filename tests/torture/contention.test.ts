import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Envelope } from '@membrane/contract'
import { payIn, type World } from '@membrane/testkit'
import { knobs } from './knobs.ts'
import { bearerOf, invoiceCents, prepare, rivalOf, type Outcome, type Prizes, type Rival } from './rivals.ts'
import { startTwo } from './two-servers.ts'
import { wholeLog } from './whole-log.ts'

const tenant = 'tenant_node:contended'
const fixture = true
/** Every call over HTTP takes two descriptors of the one process that holds the servers and their callers. */
const socketsMax = 1000

interface Leaf {
  readonly operation: string
  readonly commit: string
  readonly atoms: readonly { readonly ref: string; readonly version: number }[]
  readonly causes: readonly { readonly ref: string; readonly version: number }[]
}

test('what two servers do at once to one tenant is what some serial order does', async (t) => {
  await contend(t, knobs.operations, async ({ runtime }, { name, body, key }, bearer) => {
    const { outcome, refusal, envelope } = await runtime.admit(name, { body, bearer, idempotencyKey: key })
    const { body: answered, receipt } = envelope as unknown as Envelope
    return { outcome, code: refusal ?? undefined, body: answered, commit: receipt.commit }
  })
})

test('and so it is over HTTP, with as many callers as there are sockets to spare', async (t) => {
  await contend(t, Math.min(knobs.operations, socketsMax), async (world, { name, body, key }, bearer) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await world.call(name, body, { headers, token: bearer ?? '' })
    const { outcome, receipt } = answer
    return { outcome, code: answer.body.refusal_code, body: answer.body, commit: receipt.commit }
  })
})

type Call = (world: World, rival: Rival, bearer: string | undefined) => Promise<Outcome>

/** Sends everything at once, half to each of two servers, and holds what they answered against the log. */
async function contend(t: TestContext, operations: number, call: Call): Promise<void> {
  const worlds = await startTwo(t)
  await using one = worlds[0]
  await using two = worlds[1]
  const prizes = await prepare(one, tenant)
  const started = (await one.runtime.store.head(tenant)).size
  const rivals = Array.from({ length: operations }, (_, at) => rivalOf(prizes, at))
  const outcomes = await Promise.all(
    rivals.map((rival, at) => call(at % 2 === 0 ? one : two, rival, bearerOf(rival.name, prizes))),
  )

  const commits = await wholeLog(one, tenant)
  checkSerial(commits.map(({ leaf }) => JSON.parse(Buffer.from(leaf).toString()) as Leaf))
  const made = new Set(outcomes.flatMap(({ commit }) => commit ?? []))
  assert.equal(commits.length, started + made.size)
  checkWinners(rivals, outcomes)
  await checkSums(one, prizes, rivals)
  t.diagnostic(`${operations} operations, ${made.size} commits`)
}

/** Whatever may be had once was had once, and by everybody who got it the same. */
function checkWinners(rivals: readonly Rival[], outcomes: readonly Outcome[]): void {
  const wins = new Map<string, string[]>()
  rivals.forEach(({ name, prize, won }, at) => {
    const win = won(outcomes[at]!)
    const sofar = wins.get(`${name} ${prize}`) ?? []
    wins.set(`${name} ${prize}`, win === undefined ? sofar : [...sofar, win])
  })
  for (const [prize, won] of wins) {
    const calls = rivals.filter((rival) => `${rival.name} ${rival.prize}` === prize).length
    const distinct = prize.startsWith('economy.paymentObservation') ? calls : 1
    assert.equal(new Set(won).size, distinct, `${prize} was won by ${won.length} of ${calls}`)
    if (/^(?:standing.grant|auth.sessionRefresh)/.test(prize)) assert.equal(won.length, 1, prize)
  }
}

/** One more cent on each invoice says how many there were before it. */
async function checkSums(world: World, { invoices }: Prizes, rivals: readonly Rival[]): Promise<void> {
  for (const invoice of invoices) {
    const paid = rivals.filter(({ prize }) => prize === invoice).length
    const { remainingCents } = await payIn(world, invoice, { tenant, amount_cents: 1 })
    assert.equal(remainingCents, invoiceCents - paid - 1)
  }
}

test('hosts, tenants and sessions are the same on two servers', async (t) => {
  const worlds = await startTwo(t)
  await using one = worlds[0]
  await using two = worlds[1]
  const results = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      worlds[at % 2]!.call('tenant.create', {
        requested_tenant: `tenant_node:rival_${at % 20}`,
        host: `host-${at % 6}.example.org`,
        fixture,
      }),
    ),
  )
  const hosts = results.filter(({ outcome }) => outcome === 'admitted').map(({ body }) => String(body.host))
  assert.equal(new Set(hosts).size, hosts.length)
  assert.equal(hosts.length, 6)
  const refused = new Set(results.flatMap(({ body }) => (body.refusal_code as string | undefined) ?? []))
  const expected = ['tenant_onboarding_existing_tenant_refused', 'tenant_onboarding_host_conflict']
  assert.ok(
    [...refused].every((code) => expected.includes(code)),
    [...refused].join(),
  )

  const token = await one.session(tenant)
  assert.equal((await two.call('tenant.self', {}, { token })).outcome, 'verified')
  const [active] = (await one.admits('auth.sessionList', {}, { token })).sessions as { session: string }[]
  const revocation = { tenant, session: active!.session, enforce_runtime_overlay: true }
  await one.admits('authority.sessionRevoke', revocation, { token })
  await two.refuses('tenant.self', 'session_revoked', {}, { token })
})

/** In the order of the log, each commit relied on the newest versions and wrote the next ones. */
function checkSerial(leaves: readonly Leaf[]): void {
  const versions = new Map<string, number>()
  for (const { atoms, causes, commit } of leaves) {
    for (const { ref, version } of causes)
      assert.equal(versions.get(ref) ?? 0, version, `${commit} relied on an old ${ref}`)
    for (const { ref, version } of atoms) {
      assert.equal(version, (versions.get(ref) ?? 0) + 1, `${commit} wrote ${ref} out of turn`)
      versions.set(ref, version)
    }
  }
}
