import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startPostgres, World } from '@membrane/testkit'
import { knobs } from './knobs.ts'
import { wholeLog } from './whole-log.ts'

const tenant = 'tenant_node:contended'
const fixture = true
const callersMax = 1000
const office = { actor: 'human_person:ada', company: 'company_geist:acme', office: 'managing_director' }
const evidence = ['evidence_bundle:register_extract']

interface Leaf {
  readonly operation: string
  readonly commit: string
  readonly atoms: readonly { readonly ref: string; readonly version: number }[]
  readonly causes: readonly { readonly ref: string; readonly version: number }[]
}

/** Two servers over one database. */
async function startTwo(t: { after: (end: () => void) => void }): Promise<[World, World]> {
  const databaseUrl = await (await startPostgres()).database()
  const dataDir = mkdtempSync(join(tmpdir(), 'membrane-torture-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const one = await World.start({ databaseUrl, dataDir })
  return [one, await World.start({ databaseUrl, dataDir, clock: one.clock })]
}

test('what two servers do at once to one tenant is what some serial order does', async (t) => {
  const worlds = await startTwo(t)
  await using one = worlds[0]
  await using two = worlds[1]
  const evaluations = await Promise.all(Array.from({ length: 20 }, () => evaluate(one)))
  const started = (await one.runtime.store.head(tenant)).size
  const outcomes = await atOnce(knobs.operations, async (at) => {
    const world = at % 2 === 0 ? one : two
    if (at % 4 < 2) return grant(world, evaluations[Math.floor(at / 4) % evaluations.length]!)
    return claimKeyed(world, `key-${Math.floor(at / 8)}`)
  })
  const commits = await wholeLog(one, tenant)
  checkSerial(commits.map(({ leaf }) => JSON.parse(Buffer.from(leaf).toString()) as Leaf))

  const granted = outcomes.filter((outcome) => outcome.startsWith('granted'))
  assert.deepEqual(
    granted.toSorted(),
    evaluations.map(({ evaluation }) => `granted ${evaluation}`).toSorted(),
  )
  const keyed = new Map<string, Set<string>>()
  for (const outcome of outcomes) {
    const [kind, key, commit] = outcome.split(' ')
    if (kind === 'claimed') keyed.set(key!, (keyed.get(key!) ?? new Set()).add(commit!))
  }
  for (const [key, made] of keyed) assert.equal(made.size, 1, `${key} was committed more than once`)
  assert.equal(commits.length, started + granted.length + keyed.size)
  t.diagnostic(`${knobs.operations} operations, ${commits.length} commits`)
})

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

/** Runs so many operations, as many of them at any time as servers have sockets to spare for. */
async function atOnce<T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const callers = Array.from({ length: Math.min(count, callersMax) }, async () => {
    while (next < count) {
      const at = next++
      results[at] = await run(at)
    }
  })
  await Promise.all(callers)
  return results
}

/** A claim and an evaluation of it that one grant may use. */
async function evaluate(world: World): Promise<{ claim: string; evaluation: string }> {
  const { standing_claim } = await world.admits('standing.claim', { tenant, ...office, evidence, fixture })
  const request = { tenant, standing_claim, evidence, fixture }
  const { standing_evaluation } = await world.admits('standing.evaluate', request)
  return { claim: String(standing_claim), evaluation: String(standing_evaluation) }
}

async function grant(
  world: World,
  { claim, evaluation }: { claim: string; evaluation: string },
): Promise<string> {
  const request = {
    tenant,
    standing_claim: claim,
    standing_evaluation: evaluation,
    ...office,
    powers: [],
    fixture,
  }
  const { outcome, body } = await world.call('standing.grant', request)
  if (outcome !== 'refused') return `granted ${evaluation}`
  assert.equal(body.refusal_code, 'standing_evaluation_consumed')
  return 'consumed'
}

/** One key and one body at both servers: the first answer, or the word that it is still under way. */
async function claimKeyed(world: World, key: string): Promise<string> {
  const request = { tenant, ...office, evidence, fixture }
  const { outcome, body, receipt } = await world.call('standing.claim', request, {
    headers: { 'idempotency-key': key },
  })
  if (outcome === 'admitted') return `claimed ${key} ${receipt.commit}`
  assert.equal(body.refusal_code, 'idempotency_in_flight')
  return 'in flight'
}

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
