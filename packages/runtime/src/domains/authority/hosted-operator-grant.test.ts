import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fixtureTokens, operations } from '@membrane/contract'
import { MemoryStore, type LogNaming } from '@membrane/runtime'
import {
  grantStanding,
  KeptStore,
  ManualClock,
  refusing,
  startPostgres,
  World,
  type WorldOptions,
} from '@membrane/testkit'

const name = 'authority.hostedOperator.grant'
const { example } = operations[name]
const tenant = 'tenant_node:acme'
const claim = operations['standing.claim'].example
const token = fixtureTokens.primary
const settings = { MEMBRANE_ROOT_SIGNING: 'disabled' }

test('a runtime in memory is never granted, and reads go on', async () => {
  const clock = new ManualClock()
  const openStore = (naming: LogNaming) => new MemoryStore({ clock: clock.now, ...naming })
  await using world = await World.start({ settings, clock, openStore })
  await world.refuses(name, 'hosted_operator_grant_requires_durable_store', example, { token })
  await world.refuses('standing.claim', 'hosted_operator_grant_missing', claim)
  await world.admits('commit.recent', { tenant })
  await world.admits('auth.session.exchange')
  const health = (await (await world.fetch('/health')).json()) as Record<string, unknown>
  assert.equal(health.root_signing, 'no_root_key')
})

async function onMemory(): Promise<WorldOptions> {
  const clock = new ManualClock()
  return { clock, openStore: new KeptStore(clock.now).open }
}

async function onPostgres(): Promise<WorldOptions> {
  return { databaseUrl: await (await startPostgres()).database() }
}

for (const [store, open] of Object.entries({ onMemory, onPostgres })) {
  suite(`a durable runtime without a root key, ${store}`, () => {
    test('commits while a grant lives, for its tenant alone', async () => {
      await using world = await World.start({ settings, ...(await open()) })
      await world.refuses('standing.claim', 'hosted_operator_grant_missing', claim)
      const granted = await world.admits(name, example, { token })
      assert.equal(granted.root_signing, 'no_root_key')
      assert.equal(granted.expires_at, new Date(world.clock.now() + 3_600_000).toISOString())
      await world.admits('standing.claim', claim)
      await world.refuses('standing.claim', 'hosted_operator_grant_missing', {
        ...claim,
        tenant: 'tenant_node:other',
      })
      const { commits } = await world.admits('commit.recent', { tenant })
      assert.ok(commits[0].causes.some(({ ref }: { ref: string }) => ref === tenant))
      world.clock.advance(3_600_000)
      await world.refuses('standing.claim', 'hosted_operator_grant_missing', claim)
    })

    test('one grant of two ends, and the other carries on', async () => {
      await using world = await World.start({ settings, ...(await open()) })
      const first = await world.admits(name, example, { token })
      await world.admits(name, { ...example, expires_in_seconds: 60 }, { token })
      const reason_hash = 'sha256:done'
      const revoke = {
        tenant,
        hosted_operator_grant: first.hosted_operator_grant,
        reason_hash,
        fixture: true,
      }
      await world.admits('authority.hostedOperator.revoke', revoke)
      await world.admits('standing.claim', claim)
      world.clock.advance(60_000)
      await world.refuses('standing.claim', 'hosted_operator_grant_missing', claim)
    })

    test('a grant is worth what its standing is worth', async () => {
      await using world = await World.start({ settings, ...(await open()) })
      await world.admits(name, { ...example, expires_in_seconds: 60 }, { token })
      const { standing } = await grantStanding(world, tenant)
      await world.admits(name, { ...example, standing }, { token })
      world.clock.advance(60_000)
      await world.admits('standing.claim', claim)
      await world.admits('standing.revoke', { tenant, standing, reason: 'left', fixture: true })
      await world.refuses('standing.claim', 'hosted_operator_grant_missing', claim)
    })

    test('a kept answer is given again after the grant', async () => {
      await using world = await World.start({ settings, ...(await open()) })
      await world.admits(name, example, { token })
      const headers = { 'idempotency-key': 'claim' }
      const { receipt } = await world.call('standing.claim', claim, { headers })
      world.clock.advance(3_600_000)
      const again = await world.call('standing.claim', claim, { headers })
      assert.equal(again.receipt.ref, receipt.ref)
    })

    test('of a commit and a revocation at once, the commit is before or not at all', async () => {
      await using world = await World.start({ settings, ...(await open()) })
      const { hosted_operator_grant } = await world.admits(name, example, { token })
      const revoke = { tenant, hosted_operator_grant, reason_hash: 'sha256:done', fixture: true }
      const [revoked, ...claims] = await Promise.all([
        world.call('authority.hostedOperator.revoke', revoke),
        ...Array.from({ length: 5 }, () => world.call('standing.claim', claim)),
      ])
      const last = revoked.receipt.log_index!
      for (const { outcome, receipt, body } of claims) {
        if (outcome === 'refused') assert.equal(body.refusal_code, 'hosted_operator_grant_missing')
        else assert.ok(receipt.log_index! < last)
      }
    })
  })
}

test('refusals', async (t) => {
  await using world = await World.start(await onMemory())
  const refuses = refusing(t, world, name, example, { token })
  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('hosted_operator_self_approval', { approver: example.operator })
  await refuses('hosted_operator_standing_not_in_force', { standing: 'standing_grant:none' })
  await refuses('required_evidence_missing', { evidence: [] })
  await refuses('request_malformed', { expires_in_seconds: 86_401 })
  await refuses('request_malformed', { expires_in_seconds: 0 })
  await world.refuses(name, 'hosted_operator_built_in_session_required', example)
  const issued = await world.session(tenant)
  await world.refuses(name, 'hosted_operator_built_in_session_required', example, { token: issued })
  await world.refuses(name, 'token_tampered', example, { token: fixtureTokens.tampered })
})
