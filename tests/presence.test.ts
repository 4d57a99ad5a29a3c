import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRef, kindOf, operations, type Operation, type OperationName, type Ref } from '@membrane/contract'
import { World } from '@membrane/testkit'
import * as fc from 'fast-check'

/** Everything that presence, passkeys, sessions, approvals and recovery can do, in any order, on an open runtime. */
const names = (Object.keys(operations) as OperationName[]).filter(
  (name) => /^(?:humanAuth|auth|authority)\./.test(name) && operations[name].method === 'POST',
)

const act = fc.record({
  name: fc.constantFrom(...names),
  choice: fc.nat(),
  claimsStanding: fc.boolean(),
  seconds: fc.constantFrom(0, 0, 0, 1, 301),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** Admitted in this order: what every sequence has to work with. */
const prelude: readonly Act[] = (
  [
    'humanAuth.challenge',
    'humanAuth.verifyPasskey',
    'humanAuth.importPasskey',
    'auth.recoveryPolicy',
    'auth.sessionIssue',
    'authority.presenceApproval',
    'humanAuth.faceMatchFallback',
  ] as const
).map((name) => ({ name, choice: 0, claimsStanding: false, seconds: 0 }))

type Pool = Map<string, Ref[]>

/** Every ref of an answer, by kind: what later acts may name. */
function remember(pool: Pool, value: unknown): void {
  if (typeof value === 'string') {
    if (!isRef(value) || value.length > 200) return
    const known = pool.get(kindOf(value)) ?? []
    if (!known.includes(value)) pool.set(kindOf(value), [...known, value])
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) remember(pool, inner)
  }
}

const presences = ['human_presence_receipt', 'cpu_face_match_receipt', 'presence_approval']

/** The example of an operation about the refs that are there. */
function bodyOf({ name, choice, claimsStanding }: Act, tenant: Ref, pool: Pool): Record<string, unknown> {
  const { example, request } = operations[name] as Operation
  const body: Record<string, unknown> = { ...example, tenant }
  for (const [field, value] of Object.entries(example)) {
    if (field === 'tenant' || typeof value !== 'string' || !isRef(value)) continue
    const kinds = presences.includes(kindOf(value)) ? presences : [kindOf(value)]
    const known = kinds.flatMap((kind) => pool.get(kind) ?? [])
    if (known.length > 0) body[field] = known[choice % known.length]
  }
  for (const field of Object.keys(request)) if (field.startsWith('create_')) body[field] = claimsStanding
  return body
}

/** Whatever has come of it, none of it is a source of authority. */
async function grantsNothing(world: World, tenant: Ref, pool: Pool): Promise<void> {
  const { counts } = await world.admits('m7.state', { tenant })
  for (const name of ['standingClaims', 'standingEvaluations', 'standingGrants', 'mandates'])
    assert.equal(counts[name], 0, `${name} came of presence`)
  const human_presence_receipt = await world.presence(tenant)
  for (const ref of [...pool.values()].flat()) {
    if (kindOf(ref) === 'standing') continue
    const delegation = { ...operations['mandate.delegate'].example, tenant, human_presence_receipt }
    const asSource = { ...delegation, source_standing: ref, act_scope: ['anything'] }
    await world.refuses('mandate.delegate', 'mandate_source_standing_unknown', asSource)
  }
}

test('no receipt, approval, passkey, session or recovery ever creates standing', async () => {
  await using world = await World.start()
  let tenants = 0
  const plays = fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
    const tenant = `tenant_node:presence_${++tenants}`
    const pool: Pool = new Map()
    for (const each of [...prelude, ...acts]) {
      world.clock.advance(each.seconds * 1000)
      const { body, outcome } = await world.call(each.name, bodyOf(each, tenant, pool))
      assert.ok(outcome !== 'refused' || !prelude.includes(each), `${each.name}: ${body.refusal_code}`)
      if (outcome !== 'refused') remember(pool, body)
    }
    await grantsNothing(world, tenant, pool)
  })
  await fc.assert(plays, { numRuns: 60 })
})
