import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isRehearsalAdapter } from './adapter.ts'
import { isSensitiveKind } from './sensitive.ts'
import { wordsOf } from './words.ts'

suite('the words of a name', () => {
  test('are split at punctuation, digits and case', () => {
    assert.deepEqual(wordsOf('bank.transferSEPA_v2-PaymentRelease'), [
      'bank',
      'transfer',
      'sepa',
      'v',
      'payment',
      'release',
    ])
    assert.deepEqual(wordsOf('…'), [])
  })

  test('make a kind sensitive by any one of them, whole', () => {
    for (const kind of [
      'payment',
      'sepaTransfer',
      'REFUND',
      'court.filing',
      'api-key',
      'Ｐａｙｍｅｎｔ',
      'PAYOUTRun2',
      'payments.release',
      'AUTHORITIES',
      'rotateKeys',
    ])
      assert.ok(isSensitiveKind(kind), kind)
    for (const kind of ['mail.send', 'keyboard.order', 'contractor_note', 'repayments'])
      assert.ok(!isSensitiveKind(kind), kind)
  })

  test('make an adapter one of rehearsal by how one of them begins', () => {
    for (const name of ['fixture', 'effect_adapter:mockBank', 'bank-sandbox', 'testing', 'dress_rehearsal'])
      assert.ok(isRehearsalAdapter(name), name)
    for (const name of ['webhook', 'latest', 'attestation', 'bank'])
      assert.ok(!isRehearsalAdapter(name), name)
  })
})
