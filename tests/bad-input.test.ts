import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, type Envelope, type OperationName } from '@membrane/contract'
import { World } from '@membrane/testkit'
import * as fc from 'fast-check'

const posts = (Object.keys(operations) as OperationName[]).filter(
  (name) => operations[name].method === 'POST',
)

const odd = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a:b',
    'tenant_node:',
  ),
  fc.constantFrom<unknown>(1e308, -0, 5e-324, 2 ** 53, -1, null, true, [], {}, [[[]]], 'x'.repeat(5000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 5 }),
)

/** Bodies near the truth: the example with some fields replaced by odd ones and some odd names added. */
function bodyOf(name: OperationName): fc.Arbitrary<string> {
  const { example, request } = operations[name]
  const fields = [...Object.keys(request), '__proto__', 'constructor', 'raw_secret', 'unknown']
  const patch = fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 6 })
  return patch.map((values) => JSON.stringify({ ...example, ...values }))
}

const broken = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '{"a":1,"a":2}',
    '['.repeat(100_000),
    `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    '{"a":1e999}',
    '{"\\ud800":1}',
  ),
  fc.constantFrom(
    `{"actor":"human_person:${'x'.repeat(100_000)}"}`,
    '{"__proto__":{"fixture":true}}',
    '\ufeff{}',
  ),
)

async function holds(world: World, name: OperationName, body: string): Promise<void> {
  const before = await totals(world)
  const response = await world.fetch(operations[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer membrane-fixture-session-primary' },
    body,
  })
  const envelope = (await response.json()) as Envelope
  assert.ok(response.status < 500, `${name} answered ${response.status} to ${body.slice(0, 300)}`)
  assert.ok(envelope.receipt.ref.startsWith('receipt:'))
  if (envelope.outcome === 'refused' && response.status !== 429) {
    assert.equal(envelope.receipt.commit, null)
    assert.deepEqual(await totals(world), before, `${name} wrote although it refused`)
  }
}

async function totals(world: World): Promise<number> {
  const text = await (
    await world.fetch('/v1/m7/state', {
      headers: { authorization: 'Bearer membrane-fixture-session-primary' },
    })
  ).json()
  return (text as { body: { counts: { commits: number } } }).body.counts.commits
}

test('generated bodies never break an operation, and a refusal writes nothing', async () => {
  await using world = await World.start()
  for (const name of posts) {
    await fc.assert(
      fc.asyncProperty(bodyOf(name), (body) => holds(world, name, body)),
      { numRuns: 60 },
    )
  }
})

test('bodies that are hardly JSON are refused in one envelope', async () => {
  await using world = await World.start()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...posts), broken, (name, body) => holds(world, name, body)),
    { numRuns: 300 },
  )
})

test('generated queries never break a read', async () => {
  await using world = await World.start()
  const query = fc.dictionary(
    fc.constantFrom('limit', 'cursor', 'operation', 'actor', 'ref', 'tenant', '__proto__'),
    fc.string({ maxLength: 30 }),
  )
  await fc.assert(
    fc.asyncProperty(query, async (values) => {
      const response = await world.fetch(`/v1/commits/recent?${new URLSearchParams(values).toString()}`, {
        headers: { authorization: 'Bearer membrane-fixture-session-primary' },
      })
      assert.ok([200, 400].includes(response.status))
    }),
    { numRuns: 300 },
  )
})
