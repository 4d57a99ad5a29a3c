import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base64, fromBase64 } from './bytes.ts'
import { formatCheckpointBody, parseCheckpoint, parseCheckpointBody } from './checkpoint.ts'
import { signCheckpoint, verifyCheckpoint } from './checkpoint.ts'
import { LedgerError } from './errors.ts'
import { isOrigin } from './origin.ts'
import { parsePolicy } from './policy.ts'
import { ORIGIN } from './testing/sample-log.ts'
import { testSigner } from './testing/test-log.ts'
import { formatVerifierKey } from './verifier-key.ts'

const root = new Uint8Array(32).fill(7)
const checkpoint = { origin: ORIGIN, size: 12, root }
const signer = testSigner()
const policy = parsePolicy(formatVerifierKey(signer.key))

test('the example of C2SP tlog-checkpoint parses', () => {
  const { checkpoint } = parseCheckpoint(
    'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n' +
      '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n',
  )
  assert.deepEqual(checkpoint, {
    origin: 'example.com/behind-the-sofa',
    size: 20_852_163,
    root: fromBase64('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I='),
  })
})

test('a body of three lines, and back', () => {
  const body = formatCheckpointBody(checkpoint)
  assert.equal(body, `${ORIGIN}\n12\n${base64(root)}\n`)
  assert.deepEqual(parseCheckpointBody(body), checkpoint)
  assert.deepEqual(parseCheckpointBody(`${body}extension\nanother one\n`), checkpoint)
  assert.equal(parseCheckpointBody(body.replace('12', '0')).size, 0)
})

test('a body that is not strict is refused', () => {
  const hash = base64(root)
  const bodies = [
    '',
    '\n',
    `${ORIGIN}\n12\n`,
    `${ORIGIN}\n12\n${hash}`,
    `\n12\n${hash}\n`,
    `${ORIGIN}\n12\n\n`,
  ]
  bodies.push(
    `${ORIGIN}\n12\n${hash}\n\n`,
    `${ORIGIN}\n12\n${hash}\n\nextension\n`,
    `${ORIGIN}\n12\n ${hash}\n`,
  )
  bodies.push(`${ORIGIN}\n12\n${hash.slice(4)}\n`, `${ORIGIN}\n12\n${hash.replace('=', '')}\n`)
  for (const size of [
    '',
    '012',
    '00',
    '-1',
    '+1',
    '1e3',
    '0x10',
    ' 12',
    '12 ',
    '9007199254740992',
    '١',
    '1.0',
  ]) {
    bodies.push(`${ORIGIN}\n${size}\n${hash}\n`)
  }
  for (const body of bodies) assert.throws(() => parseCheckpointBody(body), LedgerError, JSON.stringify(body))
})

test('only origins of a log are signed', () => {
  for (const origin of ['a', ORIGIN, 'localhost:8080/t/x_y-z/12', 'a'.repeat(200)])
    assert.ok(isOrigin(origin))
  for (const origin of ['', 'A', 'a b', 'a+b', 'a"b', 'a\\b', 'é', 'a\n', 'a\u007f', 'a'.repeat(201)]) {
    assert.ok(!isOrigin(origin))
    assert.throws(() => formatCheckpointBody({ ...checkpoint, origin }), LedgerError)
  }
  for (const size of [-1, 0.5, 2 ** 53])
    assert.throws(() => formatCheckpointBody({ ...checkpoint, size }), LedgerError)
  assert.throws(() => formatCheckpointBody({ ...checkpoint, root: root.slice(1) }), LedgerError)
})

test('a signed checkpoint verifies by a key of its origin', async () => {
  const signed = parseCheckpoint(await signCheckpoint(checkpoint, [testSigner('other', 2), signer]))
  assert.deepEqual(signed.checkpoint, checkpoint)
  assert.deepEqual(await verifyCheckpoint(signed, policy), [signer.key])
})

test('a trusted key vouches for its own log only', async () => {
  const signed = parseCheckpoint(
    await signCheckpoint({ ...checkpoint, origin: 'other.example.com' }, [signer]),
  )
  await assert.rejects(verifyCheckpoint(signed, policy), /no key for the origin/)
  const both = { keys: [...policy.keys, { origin: 'other.example.com', key: testSigner('other', 2).key }] }
  await assert.rejects(verifyCheckpoint(signed, both), /no known key/)
})

test('a signer may take its time', async () => {
  const slow = { key: signer.key, sign: async (message: Uint8Array) => signer.sign(message) }
  assert.equal(await signCheckpoint(checkpoint, [slow]), await signCheckpoint(checkpoint, [signer]))
})
