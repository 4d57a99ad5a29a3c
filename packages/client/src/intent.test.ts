import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { intentHash } from './intent.ts'

test('hashes the request as it is sent, whatever the order of its fields, without its presence', () => {
  const json = '{"fixture":true,"package":"authority_package:1","tenant":"tenant_node:acme"}'
  const expected = `sha256:${createHash('sha256').update(json).digest('hex')}`
  const request = { tenant: 'tenant_node:acme', package: 'authority_package:1', fixture: true }
  assert.equal(intentHash(request), expected)
  const sent = { ...request, human_presence_receipt: 'presence_approval:1', epoch: undefined, more: null }
  assert.equal(intentHash(sent), expected)
  assert.notEqual(intentHash({ ...request, fixture: false }), expected)
})
