import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hex, utf8 } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { formatVerifierKey, isKeyName, parseVerifierKey, verifierKey } from './verifier-key.ts'

// The examples of C2SP signed-note and of the Go checksum database's notes.
const PUBLISHED = [
  'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop',
  'TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6',
]

test('published verifier keys come back to the byte', () => {
  for (const text of PUBLISHED) {
    const key = parseVerifierKey(text)
    assert.equal(key.name, text.split('+')[0])
    assert.equal(hex(key.id), text.split('+')[1])
    assert.equal(key.publicKey.length, 32)
    assert.equal(formatVerifierKey(key), text)
    assert.deepEqual(verifierKey(key.name, key.publicKey), key)
  }
})

test('a verifier key with any byte changed is refused', () => {
  for (const text of PUBLISHED) {
    for (let at = 0; at < text.length; at++) {
      for (const flip of [1, 2, 32]) {
        const changed = utf8(text)
        changed[at]! ^= flip
        assert.throws(() => parseVerifierKey(Buffer.from(changed).toString()), LedgerError)
      }
    }
  }
})

test('what is not the verifier key of an Ed25519 key is refused', () => {
  const [name, id, key] = PUBLISHED[0]!.split('+')
  const cosignature = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2'
  const short = 'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=='
  for (const text of ['', '+', '++', `${name}+${id}`, `${name}+${id}+`, cosignature, short]) {
    assert.throws(() => parseVerifierKey(text), LedgerError)
  }
  assert.throws(() => parseVerifierKey(`${name}+${id?.toUpperCase()}+${key}`), LedgerError)
  assert.throws(() => parseVerifierKey(` ${PUBLISHED[0]}`), LedgerError)
  assert.throws(() => verifierKey('a', new Uint8Array(31)), LedgerError)
})

test('key names', () => {
  for (const name of ['a', 'log.example.com/t/1/1', 'clé', '-']) assert.ok(isKeyName(name))
  for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\u2003', 'a\n', 'a\u0085', 'a\u0000', '\ud800']) {
    assert.ok(!isKeyName(name))
    assert.throws(() => verifierKey(name, new Uint8Array(32)), LedgerError)
  }
})
