import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { base64, base64url, concat, equal, fromBase64, fromBase64url } from './bytes.ts'
import { fromHex, hex, utf8, utf8Length, utf8Text } from './bytes.ts'
import { LedgerError } from './errors.ts'

const bytes = fc.uint8Array({ maxLength: 200 })

test('base64, base64url and hex are what Node writes, and read back', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      const buffer = Buffer.from(value)
      assert.equal(base64(value), buffer.toString('base64'))
      assert.equal(base64url(value), buffer.toString('base64url'))
      assert.equal(hex(value), buffer.toString('hex'))
      assert.deepEqual(fromBase64(base64(value)), value)
      assert.deepEqual(fromBase64url(base64url(value)), value)
      assert.deepEqual(fromHex(hex(value)), value)
    }),
  )
})

test('what base64 decoding accepts, encoding gives back', () => {
  const characters = fc.constantFrom(...Array.from('AQgwZaz019+/-_= \n'))
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 9 }), (text) => {
      for (const [decode, encode] of [[fromBase64, base64] as const, [fromBase64url, base64url] as const]) {
        try {
          assert.equal(encode(decode(text)), text)
        } catch (error) {
          assert.ok(error instanceof LedgerError)
        }
      }
    }),
    { numRuns: 2000 },
  )
})

test('text that is not canonical is refused', () => {
  for (const text of [
    'A',
    'AA',
    'AAA',
    'AB==',
    'AAB=',
    '====',
    'A===',
    'AA==AA==',
    'AA= ',
    'AA=A',
    'é===',
    'AA--',
  ]) {
    assert.throws(() => fromBase64(text), LedgerError, text)
  }
  for (const text of ['A', 'AA==', 'AB', 'AAB', 'A+', 'A/'])
    assert.throws(() => fromBase64url(text), LedgerError, text)
  for (const text of ['0', '0G', 'AB', '0x', ' 0']) assert.throws(() => fromHex(text), LedgerError, text)
})

test('text and its UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.deepEqual(utf8(text), new Uint8Array(Buffer.from(text)))
      assert.equal(utf8Text(utf8(text)), text)
      assert.equal(utf8Length(text), Buffer.byteLength(text))
    }),
  )
  assert.equal(utf8Text(utf8('\ufeffmark')), '\ufeffmark')
  assert.throws(() => utf8('\ud800'), LedgerError)
  assert.throws(() => utf8Text(Uint8Array.of(0xc3)), LedgerError)
  assert.equal(utf8Length('\ud800'), 3)
})

test('concat and equal', () => {
  fc.assert(
    fc.property(bytes, bytes, (left, right) => {
      assert.deepEqual(concat(left, right), new Uint8Array([...left, ...right]))
      assert.equal(equal(left, right), Buffer.compare(left, right) === 0)
      assert.ok(equal(left, left.slice()))
    }),
  )
})
