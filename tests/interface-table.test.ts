import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  allCodes,
  documentRoutes,
  operationList,
  refusals,
  type Field,
  type Operation,
} from '@membrane/contract'
import { World, type Answer } from '@membrane/testkit'
import { economy, packages, standing } from './interface/authority-and-economy.ts'
import { humanAuth } from './interface/human-auth.ts'
import { inspection, signIn, tenancy } from './interface/inspection-and-sign-in.ts'
import { capabilities, effects, posture, realities } from './interface/realities-to-posture.ts'
import { words, type RequestType, type Row } from './interface/row.ts'
import { listen, tell } from './interface/story.ts'

/**
 * The interface, written by hand from its document, against the contract and against what a running server answers
 * without a bearer where the document asks for none.
 */
const table: readonly Row[] = [
  ...inspection,
  ...tenancy,
  ...signIn,
  ...humanAuth,
  ...standing,
  ...packages,
  ...economy,
  ...realities,
  ...capabilities,
  ...effects,
  ...posture,
]

const inContract = new Map(
  operationList.map((operation) => [`${operation.method} ${operation.path}`, operation]),
)
function documented({ call }: Row): Operation {
  const operation = inContract.get(call)
  assert.ok(operation !== undefined, `the contract does not have ${call}`)
  return operation
}

suite('the contract says what the interface documents', () => {
  for (const row of table) {
    test(`${row.operation}: ${row.call}`, () => {
      const operation = documented(row)
      const { name, aliases = [], state, outcome, access } = operation
      assert.ok([name, ...aliases].includes(row.operation), `${row.call} is called ${name}`)
      assert.equal(state, row.state)
      assert.equal(outcome, row.outcome)
      assert.equal(access === 'session', row.bearer === true, `the access class is ${access}`)
      checkRequest(row, operation)
      for (const path of words(row.response)) {
        const [field = ''] = path.split(/[.=]/)
        assert.ok(field in operation.response, `the contract does not name the response field ${field}`)
      }
      const codes: readonly string[] = allCodes(operation)
      for (const code of words(row.refusals)) assert.ok(codes.includes(code), `${code} is not declared`)
    })
  }
})

function checkRequest(row: Row, { request }: Operation): void {
  for (const [type, names] of Object.entries(row.request ?? {}) as [RequestType, string][]) {
    for (const word of words(names)) {
      const name = word.replace(/\?$/, '')
      const field = request[name]
      assert.ok(field !== undefined, `the contract does not name the request field ${name}`)
      assert.ok(isOf(type, field), `${name} is no ${type}: ${JSON.stringify(field)}`)
      if (word.endsWith('?')) assert.equal(field.required, false, `${name} may be left out`)
    }
  }
}

function isOf(type: RequestType, { rule, schema }: Field): boolean {
  const jsonType = (schema as { readonly type?: string }).type
  const is: Readonly<Record<RequestType, boolean>> = {
    ref: rule.is === 'ref',
    refs: rule.is === 'refs',
    string: jsonType === 'string' || rule.is === 'must_be_absent',
    strings: jsonType === 'array',
    number: jsonType === 'number' || jsonType === 'integer',
    boolean: jsonType === 'boolean',
    any: true,
  }
  return is[type]
}

test('a running server answers every documented field', async (t) => {
  await using world = await World.start()
  const heard = listen(world)
  await tell(world)
  for (const row of table) {
    await t.test(row.operation, () => {
      const { name } = documented(row)
      const answers = heard.get(name) ?? []
      const answer = answers.find(({ outcome }) => outcome === row.outcome)
      const outcomes =
        answers.map(({ outcome }) => outcome).join(', ') || 'nothing: no step of the story calls it'
      assert.ok(answer !== undefined, `no answer was ${row.outcome}, but ${outcomes}`)
      checkAnswer(row, answer)
    })
  }
})

function checkAnswer(row: Row, { envelope, body, receipt }: Answer): void {
  assert.equal(envelope.operation, row.operation)
  assert.match(receipt.ref, /^receipt:\S/)
  assert.ok(receipt.reasons.length > 0)
  assert.equal(receipt.outcome, row.outcome)
  assert.equal(receipt.fixture, true)
  for (const word of words(row.response)) {
    const [path = '', value] = word.split('=')
    const found = path
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)?.[key], body)
    assert.notEqual(found, undefined, `the answer does not name ${path}`)
    if (value !== undefined) assert.equal(String(found), value, `${path} is ${String(found)}`)
  }
  for (const name of ['production_admission', 'productionAdmission'])
    assert.ok(!(name in body) || body[name] === false, `${name} is not false`)
}

test('an operation that the interface puts behind a bearer answers nobody without one', async () => {
  await using world = await World.start()
  for (const row of table) {
    if (row.bearer !== true) continue
    const [method, path] = row.call.split(' ')
    const response = await world.fetch(path!, { method: method! })
    assert.equal(response.status, 401, `${row.call} answers without a bearer`)
  }
})

test('the probes answer without a bearer what the interface documents', async () => {
  await using world = await World.start()
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const response = await world.fetch(path)
    assert.equal(response.status, 200, path)
    assert.ok(
      documentRoutes.some((route) => route.path === path),
      `the contract does not name ${path}`,
    )
    return (await response.json()) as Record<string, unknown>
  }
  const health = await read('/health')
  assert.equal(health.production_admission, false)
  assert.equal(health.ready, true)
  assert.ok(Number.isInteger(health.sessions))
  for (const field of ['root_signing', 'runtime', 'storage'])
    assert.equal(typeof health[field], 'string', field)
  await read('/ready')
  const version = await read('/version')
  const contract = await read('/v1/membrane/contract')
  assert.equal(typeof contract.version, 'string')
  assert.equal(version.contract_version, contract.version)
  assert.equal(typeof version.runtime_version, 'string')
  assert.equal((await read('/metrics')).fixture, true)
})

test('the codes that the interface names across operations are registered', () => {
  const named = `required_evidence_missing authority_package_stale session_expired scope_mismatch token_tampered
    human_auth_passkey_user_not_verified human_auth_challenge_expired human_auth_challenge_replayed
    m13_human_presence_cannot_create_standing customer_data_forbidden`
  for (const code of words(named)) assert.ok(code in refusals, `${code} is not registered`)
})
