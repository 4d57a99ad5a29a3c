import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allCodes, fixtureTokens, methodName, operationList, serviceRefusals } from '@membrane/contract'
import { World } from '@membrane/testkit'
import { accepted, createMembrane, RefusedError, type Membrane } from './index.ts'
import { passThrough } from './types.ts'
import { answers, scriptedServer } from './testing/scripted-server.ts'

const tenant = 'tenant_node:client'
const office = { actor: 'human_person:ada', company: 'company_geist:acme', office: 'managing_director' }
const evidence = ['evidence_bundle:register_extract'] as const
const fixture = true
let world: World
let membrane: Membrane

before(async () => {
  world = await World.start()
  membrane = createMembrane({ baseUrl: world.url, token: fixtureTokens.primary })
})
after(() => world[Symbol.asyncDispose]())

test('there is a method for every operation', () => {
  for (const { name } of operationList)
    assert.equal(typeof Reflect.get(membrane, methodName(name)), 'function')
})

test('every code that an operation can answer is in the type of its refusals', () => {
  const passing = operationList.filter(({ passesThrough }) => passesThrough !== undefined)
  assert.deepEqual(passing.map(({ name }) => name).sort(), [...passThrough].sort())
  for (const operation of operationList) {
    if (passing.includes(operation)) continue
    const typed = new Set<string>([...operation.refusals, ...Object.keys(serviceRefusals)])
    const untyped = allCodes(operation).filter((code) => !typed.has(code))
    assert.deepEqual(untyped, [], `${operation.name} answers codes that neither it nor the service lists`)
  }
})

test('claim, evaluate and grant, with what every answer carries', async () => {
  const claimed = await membrane.standingClaim({ tenant, ...office, evidence, fixture })
  assert.equal(claimed.outcome, 'admitted')
  assert.equal(claimed.status, 200)
  assert.equal(claimed.replayed, false)
  assert.equal(claimed.receipt.operation, 'standing.claim')
  assert.ok(claimed.requestId)
  const { standing_claim, standing_created, durable_state } = accepted(claimed)
  assert.equal(standing_created, false)
  assert.equal(durable_state.storage, 'memory')
  const evaluated = await membrane.standingEvaluate({ tenant, standing_claim, evidence, fixture })
  const { standing_evaluation } = accepted(evaluated)
  const powers = ['invoice.approve']
  const granted = await membrane.standingGrant({
    tenant,
    standing_claim,
    standing_evaluation,
    ...office,
    powers,
    fixture,
  })
  assert.match(accepted(granted).standing, /^standing_grant:/)
})

test('a refusal is a result; accepted() throws it', async () => {
  const refused = await membrane.standingRevoke({
    tenant,
    standing: 'standing_grant:none',
    reason: 'x',
    fixture,
  })
  assert.ok(refused.outcome === 'refused')
  assert.equal(refused.code, 'standing_unknown')
  assert.equal(refused.status, 404)
  assert.equal(refused.body.retryable, false)
  assert.throws(
    () => accepted(refused),
    (error) => error instanceof RefusedError && error.refusal.code === 'standing_unknown',
  )
})

test('a key that is sent again is answered again', async () => {
  const call = () =>
    membrane.standingClaim({ tenant, ...office, evidence, fixture }, { idempotencyKey: 'once and again' })
  const [first, second] = [await call(), await call()]
  assert.equal(second.replayed, true)
  assert.deepEqual(second.body, first.body)
})

test('a token of the call, a token function, and no token', async () => {
  const secondary = await membrane.tenantSelf({}, { token: fixtureTokens.secondary })
  assert.equal(accepted(secondary).tenant, 'tenant_node:fixture_alternate')
  const asked = createMembrane({ baseUrl: `${world.url}/`, token: async () => fixtureTokens.primary })
  assert.equal(accepted(await asked.tenantSelf()).tenant, 'tenant_node:fixture')
  const none = await membrane.tenantSelf({}, { token: null })
  assert.ok(none.outcome === 'refused' && none.code === 'bearer_required')
})

test('an operation by its name', async () => {
  const result = await membrane.call('m7.state', { tenant })
  assert.ok(accepted(result).counts['atoms']! > 0)
  await assert.rejects(membrane.call('m7.stat' as 'm7.state', {}), TypeError)
})

test('commits come page by page, each once, newest first', async () => {
  const own = 'tenant_node:pages'
  for (let n = 0; n < 7; n++)
    accepted(await membrane.standingClaim({ tenant: own, ...office, evidence, fixture }))
  const sequences: number[] = []
  for await (const { sequence } of membrane.commits({ tenant: own, limit: 3 })) sequences.push(sequence)
  assert.deepEqual(sequences, [6, 5, 4, 3, 2, 1, 0])
  for await (const { sequence } of membrane.commits({ tenant: own, limit: 3 })) {
    assert.equal(sequence, 6)
    break
  }
  await assert.rejects(membrane.commits({ tenant: own, limit: 0 }).next(), RefusedError)
})

test('a request of a GET goes into path and query, escaped; undefined is not sent', async () => {
  await using server = await scriptedServer(answers(200, 'verified', { commits: [], next_cursor: null }))
  const scripted = createMembrane({ baseUrl: server.url, token: 'secret' })
  await scripted.commitRecent({ ref: 'vessel:a&b=c d', limit: 5, cursor: undefined })
  const [seen] = server.seen
  assert.equal(seen!.url, '/v1/commits/recent?ref=vessel%3Aa%26b%3Dc+d&limit=5')
  assert.equal(seen!.headers.authorization, 'Bearer secret')
  assert.equal(seen!.headers['idempotency-key'], undefined)
})
