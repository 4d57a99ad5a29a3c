import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeConformance } from '../conformance/suite.ts'
import { unitOf } from '../conformance/units.ts'
import { MemoryStore } from './store.ts'

storeConformance('memory', async (options) => new MemoryStore(options))

test('the memory store takes no more atoms than it has room for', async () => {
  const options = { clock: () => 0, originOf: () => 'log.test/t/x/1', epoch: 1, atomsMax: 2 }
  await using store = new MemoryStore(options)
  const unit = () => unitOf({ tenant: 'tenant_node:full' })
  assert.ok('done' in (await store.commit([unit(), unit()])))
  assert.deepEqual(await store.commit([unit()]), { failed: 'full' })
  assert.ok('done' in (await store.commit([unitOf({ tenant: 'tenant_node:full', atoms: [] })])))
})
