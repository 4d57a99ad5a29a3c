import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { base64, utf8 } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { formatTlogProof, parseTlogProof } from './tlog-proof.ts'

const HEADER = 'c2sp.org/tlog-proof@v1'
const hash = new Uint8Array(32).fill(7)
const CHECKPOINT = 'origin\n5\nroot\n\n— origin signature\n'

test('the proof of the example of C2SP tlog-proof', () => {
  const hashes = [
    'gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=',
    'B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=',
    'EKNzoDWG8LGC0Yp9o+sv3qllpMP9uHQ9B20KNL+Q1zs=',
    'RoopEkOdqkYqMB4MJXrbt/hMjOxsVn0IrWjpz1ZMMes=',
    'AHCioX9nLjsrse6YhjRRmk1WUEirVOLLRoOQ6vfO5vk=',
  ]
  const file = [HEADER, 'index 73894', ...hashes, '', 'example.com/fancylog', '109482'].join('\n')
  const proof = parseTlogProof(file)
  assert.equal(proof.extra, undefined)
  assert.equal(proof.index, 73_894)
  assert.deepEqual(proof.hashes.map(base64), hashes)
  assert.equal(proof.checkpoint, 'example.com/fancylog\n109482')
  assert.equal(formatTlogProof(proof), file)
})

test('a proof, to the byte', () => {
  assert.equal(
    formatTlogProof({ extra: utf8('leaf'), index: 3, hashes: [hash], checkpoint: CHECKPOINT }),
    `${HEADER}\nextra bGVhZg==\nindex 3\n${base64(hash)}\n\n${CHECKPOINT}`,
  )
})

test('every proof comes back from its file', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const proof = fc.record(
    {
      extra: fc.uint8Array({ maxLength: 80 }),
      index: fc.maxSafeNat(),
      hashes: fc.array(bytes, { maxLength: 53 }),
      checkpoint: fc.constantFrom(CHECKPOINT, 'text\n\n\n\nmore', ''),
    },
    { requiredKeys: ['index', 'hashes', 'checkpoint'], noNullPrototype: true },
  )
  fc.assert(fc.property(proof, (proof) => assert.deepEqual(parseTlogProof(formatTlogProof(proof)), proof)))
})

test('a file that is not strict is refused', () => {
  const line = base64(hash)
  const heads = [
    '',
    HEADER,
    `${HEADER}\nextra AA==`,
    `${HEADER} \nindex 3`,
    `${HEADER.slice(0, -1)}2\nindex 3`,
  ]
  heads.push(
    `\n${HEADER}\nindex 3`,
    `\ufeff${HEADER}\nindex 3`,
    `${HEADER}\r\nindex 3`,
    `${HEADER}\nindex 3\r`,
  )
  heads.push(`${HEADER}\nindex 3\nextra AA==`, `${HEADER}\nextra AA==\nextra AA==\nindex 3`)
  heads.push(`${HEADER}\nextra AA\nindex 3`, `${HEADER}\nextra  AA==\nindex 3`, `${HEADER}\nextra\nindex 3`)
  for (const index of ['', '03', '-1', '1e3', '3 ', ' 3', '9007199254740992', '٣'])
    heads.push(`${HEADER}\nindex ${index}`)
  heads.push(
    `${HEADER}\nindex 3\n${line.slice(4)}`,
    `${HEADER}\nindex 3\n ${line}`,
    `${HEADER}\nindex 3\n${line} `,
  )
  heads.push(`${HEADER}\nindex 3\n${`${line}\n`.repeat(54).trim()}`)
  for (const head of heads) assert.throws(() => parseTlogProof(`${head}\n\n${CHECKPOINT}`), LedgerError, head)
  assert.throws(() => parseTlogProof(`${HEADER}\nindex 3\n`), LedgerError)
  assert.throws(() => formatTlogProof({ index: -1, hashes: [], checkpoint: '' }), LedgerError)
})
