import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LedgerError } from './errors.ts'
import { keysOfOrigin, parsePolicy } from './policy.ts'
import { testSigner } from './testing/test-log.ts'
import { formatVerifierKey } from './verifier-key.ts'

const [first, second] = [testSigner('log/1', 1), testSigner('log/2', 2)]
const [one, two] = [formatVerifierKey(first.key), formatVerifierKey(second.key)]

test('a verifier key is trusted for the log of its name', () => {
  for (const text of [one, `${one}\n`, `  ${one}  `]) {
    assert.deepEqual(parsePolicy(text), { keys: [{ origin: 'log/1', key: first.key }] })
  }
})

test('one verifier key a line', () => {
  const policy = parsePolicy(`# our logs\n${one}\n\n${two}\r\n`)
  assert.deepEqual(keysOfOrigin(policy, 'log/1'), [first.key])
  assert.deepEqual(keysOfOrigin(policy, 'log/2'), [second.key])
})

test('the body of a policy, as text or as a value', () => {
  const body = {
    origin: 'log/2',
    keys: [
      { verifier_key: one, epoch: 1, origin: 'log/1', active: false },
      { verifier_key: two, epoch: 2, origin: 'log/2', active: true },
      { verifier_key: one, origin: 'log/2' },
    ],
  }
  for (const source of [body, JSON.stringify(body), JSON.stringify(body, null, 2)]) {
    const policy = parsePolicy(source)
    assert.deepEqual(keysOfOrigin(policy, 'log/1'), [first.key])
    assert.deepEqual(keysOfOrigin(policy, 'log/2'), [second.key, first.key])
    assert.throws(() => keysOfOrigin(policy, 'log/3'), /no key for the origin/)
  }
})

test('what is not a policy is refused', () => {
  const key = { verifier_key: one, origin: 'log/1' }
  const sources = [
    '',
    '\n# nothing\n',
    `${one} ${two}`,
    '{',
    '{}',
    '{"keys":[]}',
    `["${one}"]`,
    null,
    undefined,
    1,
  ]
  const bodies = [{ keys: one }, { keys: [one] }, { keys: [null] }, { keys: [{ ...key, origin: 1 }] }]
  const wrong = [{ keys: [{ origin: 'log/1' }] }, { keys: [key, { ...key, verifier_key: `${one}A` }] }]
  for (const source of [...sources, ...bodies, ...wrong])
    assert.throws(() => parsePolicy(source), LedgerError)
})
