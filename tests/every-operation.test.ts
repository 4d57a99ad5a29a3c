import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  allCodes,
  fixtureTokens,
  guardedCodes,
  KeyRotation,
  needsGrant,
  operations,
  type Field,
  type Operation,
  type OperationName,
  type RefusalCode,
} from '@membrane/contract'
import { bindKey } from '@membrane/runtime'
import { FaultyStore, writeRecord, writeUnit, World, type CallOptions } from '@membrane/testkit'

/** What every operation answers by its contract alone: each code is made to fire for each operation. */
const names = Object.keys(operations) as OperationName[]
const posts = names.filter((name) => operations[name].method === 'POST')
const tenant = 'tenant_node:acme'

function declares(name: OperationName, code: RefusalCode): boolean {
  return allCodes(operations[name]).includes(code)
}

/** The example with the bearer that its access class needs. */
function valid(name: OperationName): {
  readonly body: Record<string, unknown>
  readonly options: CallOptions
} {
  const { access, example } = operations[name] as Operation
  return { body: { ...example }, options: access === 'session' ? { token: fixtureTokens.primary } : {} }
}

suite('bearers', () => {
  test('a missing, expired, tampered, stray, revoked or foreign bearer has its own code', async () => {
    await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
    const expired = await world.session(tenant, { expires_at: new Date(world.clock.now()).toISOString() })
    const revoked = await world.session(tenant, { revoked: true, enforced: true })
    const foreign = await world.session('tenant_node:other')
    const stray = world.strayToken()
    const key = 'key_registry:rotated'
    const overlap_expires_at = new Date(world.clock.now()).toISOString()
    const rotation = { key, replacement_key: 'key_registry:new', overlap_expires_at }
    await writeRecord(world.runtime, tenant, KeyRotation, rotation, { ref: key })
    const stale = await world.session(tenant, { holder_key: key })
    for (const name of names) {
      if (!declares(name, 'bearer_required')) continue
      const { body } = valid(name)
      await world.refuses(name, 'bearer_required', body, { token: '' })
      await world.refuses(name, 'token_tampered', body, { token: fixtureTokens.tampered })
      await world.refuses(name, 'token_tampered', body, {
        token: `${stray.slice(0, -1)}${stray.endsWith('A') ? 'B' : 'A'}`,
      })
      await world.refuses(name, 'session_unknown', body, { token: stray })
      await world.refuses(name, 'session_expired', body, { token: fixtureTokens.expired })
      await world.refuses(name, 'session_expired', body, { token: expired })
      await world.refuses(name, 'session_revoked', body, { token: revoked })
      await world.refuses(name, 'auth_session_stale_key', body, { token: stale })
      await world.refuses(name, 'scope_mismatch', body, { token: fixtureTokens.wrong_scope })
      if (declares(name, 'tenant_mismatch'))
        await world.refuses(name, 'tenant_mismatch', { ...body, tenant }, { token: foreign })
    }
  })

  test('a scope covers the operation, everything, or a dotted prefix of it', async () => {
    await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
    const outcome = async (scopes: string[]): Promise<string> => {
      const token = await world.session(tenant, { scopes })
      const answer = await world.call(
        'standing.claim',
        { ...operations['standing.claim'].example, tenant },
        { token },
      )
      return answer.body.refusal_code ?? answer.outcome
    }
    assert.equal(await outcome(['*']), 'admitted')
    assert.equal(await outcome(['standing']), 'admitted')
    assert.equal(await outcome(['standing.claim']), 'admitted')
    assert.equal(await outcome(['standing.cla', 'mandate']), 'scope_mismatch')
    assert.equal(await outcome([]), 'scope_mismatch')
  })
})

suite('guards', () => {
  test('every field has a code for its absence and its bad form', async (t) => {
    await using world = await World.start()
    for (const name of names) {
      const { body, options } = valid(name)
      for (const [field, shape] of Object.entries(operations[name].request as Record<string, Field>)) {
        for (const [code, broken] of breakages(shape)) {
          await t.test(`${name} ${field} ${code}`, async () => {
            const answer = await world.call(name, { ...body, [field]: broken }, options)
            assertFirst(name, code, answer.body.refusal_code)
          })
        }
      }
    }
  })

  test('raw material, customer data and biometric material are refused at any depth', async () => {
    await using world = await World.start()
    for (const name of posts) {
      const { body, options } = valid(name)
      const rawCode = (operations[name] as Operation).rawCode ?? 'raw_material_refused'
      await world.refuses(name, rawCode, { ...body, raw_anything: 'secret' }, options)
      await world.refuses(name, rawCode, { ...body, extra: [{ deep: { raw_iban: 'secret' } }] }, options)
      for (const flag of ['contains_customer_data', 'contains_biometric_material']) {
        const answer = await world.call(name, { ...body, [flag]: true }, options)
        assert.equal(answer.status, 422, `${name} takes ${flag}`)
      }
    }
  })

  test('what is cited in the record is no atom of a projection', async () => {
    await using world = await World.start()
    for (const name of posts) {
      const { body, options } = valid(name)
      const fields = Object.entries(operations[name].request as Record<string, Field>)
      const citing = fields.filter(([, field]) => field.cites).map(([field]) => field)
      const at = { tenant: tenantOf(name, body) }
      const evidence = ['evidence_bundle:offer']
      for (const field of citing) {
        const { projection } = await world.admits('reality.fork', at)
        const { atom } = await world.admits('reality.commit', { ...at, reality: projection, evidence })
        const leak = { ...body, [field]: [...((body[field] as string[] | undefined) ?? []), atom] }
        await world.refuses(name, 'reality_record_cites_projected', leak, options)
      }
    }
  })

  test('a body that is not JSON of the right types says where', async () => {
    await using world = await World.start()
    for (const name of names) {
      const { options } = valid(name)
      const field = Object.entries(operations[name].request as Record<string, Field>)[0]
      if (field === undefined && operations[name].method === 'GET') continue
      const { method } = operations[name]
      const ill =
        method === 'GET' ? { limit: 'many', cursor: 'x', tenant: 'x' } : { [field?.[0] ?? 'any']: '\u0000' }
      const answer = await world.call(name, ill, options)
      assert.equal(answer.status, 400)
    }
  })
})

suite('without a root key', () => {
  test('what may commit is refused, and what only reads is answered', async () => {
    await using world = await World.start({ settings: { MEMBRANE_ROOT_SIGNING: 'disabled' } })
    for (const name of names) {
      const { body, options } = valid(name)
      const answer = await world.call(name, body, options)
      const refused = answer.body.refusal_code === 'hosted_operator_grant_missing'
      assert.equal(refused, needsGrant(operations[name]), `${name} answers ${answer.body.refusal_code}`)
      assert.equal(answer.receipt.commit, null)
    }
  })
})

suite('transport', () => {
  test('too large, of another medium, through a proxy', async () => {
    await using world = await World.start({ settings: { MEMBRANE_BODY_LIMIT_BYTES: '1024' } })
    for (const name of names) {
      const { body, options } = valid(name)
      const forwarded = { ...options, headers: { 'x-forwarded-for': '192.0.2.1' } }
      await world.refuses(name, 'host_not_allowed', body, forwarded)
      if (operations[name].method === 'GET') continue
      await world.refuses(name, 'payload_too_large', { padding: 'x'.repeat(2000) }, options)
      await world.refuses(name, 'media_type_unsupported', body, {
        ...options,
        headers: { 'content-type': 'text/plain' },
      })
      await world.refuses(name, 'request_malformed', { extra: 'a\u0000b' }, options)
    }
  })

  test('an unreachable store, a fault, a stopping server', async () => {
    const faults = new FaultyStore()
    await using world = await World.start({ store: faults.wrap })
    const keyed = { 'idempotency-key': 'any' }
    for (const name of names) {
      const { body, options } = valid(name)
      faults.fail()
      await world.refuses(name, 'store_unavailable', body, { ...options, headers: keyed })
      faults.fail(new Error('a secret of the machine'))
      const failed = await world.refuses(name, 'internal_error', body, { ...options, headers: keyed })
      assert.ok(!JSON.stringify(failed.envelope).includes('secret of the machine'))
      faults.release()
    }
    assert.ok(
      world.logs.some((line) => line.includes('a secret of the machine')),
      'the cause is in the log',
    )
    world.runtime.stop()
    for (const name of names) {
      const { body, options } = valid(name)
      const answer = await world.refuses(name, 'shutting_down', body, options)
      assert.equal(answer.headers.get('retry-after'), '1')
    }
  })
})

suite('idempotency keys', () => {
  test('a key stands for one body', async () => {
    await using world = await World.start()
    for (const name of posts) {
      const { body, options } = valid(name)
      const anonymous = { session: null, tenant: null }
      const primary = { session: 'auth_session:fixture_valid', tenant: 'tenant_node:fixture' }
      const caller = options.token === undefined ? anonymous : primary
      const target = tenantOf(name, body)
      const bound = bindKey('used', operations[name], caller, 'another body', world.runtime.keyring.bodyKey)
      const answer = { ...bound, body: '{}', expiresAtMs: world.clock.now() + 1000 }
      await writeUnit(world.runtime, target, { answer })
      await world.refuses(name, 'idempotency_key_reused', body, {
        ...options,
        headers: { 'idempotency-key': 'used' },
      })
    }
  })

  test('a key whose first call still runs is taken', async () => {
    const faults = new FaultyStore()
    await using world = await World.start({ store: faults.wrap })
    for (const name of posts) {
      const { body, options } = valid(name)
      const keyed = { ...options, headers: { 'idempotency-key': 'running' } }
      faults.hold('answer')
      const first = world.call(name, body, keyed)
      const second = world.call(name, body, keyed)
      const loser = await Promise.race([first, second])
      assert.equal(loser.body.refusal_code, 'idempotency_in_flight')
      faults.release()
      await Promise.all([first, second])
    }
  })
})

/** Where the operation commits: what its answer would be kept under. */
function tenantOf(name: OperationName, body: Record<string, unknown>): string {
  if (name === 'tenant.create') return body.requested_tenant as string
  return (body.tenant as string | undefined) ?? 'tenant_node:fixture'
}

/** Values that break a field, with the code that each must meet. */
function breakages(field: Field): [RefusalCode, unknown][] {
  const broken: [RefusalCode, unknown][] = []
  if (field.judged) return broken
  if (field.required) broken.push([field.absent, undefined])
  const value = badValue(field)
  if (value !== undefined) broken.push([field.malformed, value])
  return broken
}

function badValue({ rule }: Field): unknown {
  switch (rule.is) {
    case 'ref':
      return 'no reference'
    case 'refs':
      return ['no reference']
    case 'text':
      return ' '
    case 'texts':
      return [' ']
    case 'hash':
    case 'sha256':
      return 'md5:abc'
    case 'hashes':
      return ['md5:abc']
    case 'integer':
      return rule.min - 1
    case 'one_of':
      return 'none of these'
    case 'must_be_true':
      return false
    case 'must_be_false':
      return true
    case 'must_be_absent':
      return 'something'
    default:
      return undefined
  }
}

/** The answer is the expected code, or one that the operation puts before it. */
function assertFirst(name: OperationName, expected: RefusalCode, answered: RefusalCode): void {
  const order = guardedCodes(operations[name])
  assert.ok(
    answered === expected || (order.includes(answered) && order.indexOf(answered) < order.indexOf(expected)),
    `${name} answers ${answered}, where ${expected} was broken`,
  )
}
