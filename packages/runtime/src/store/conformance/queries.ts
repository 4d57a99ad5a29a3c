import assert from 'node:assert/strict'
import type { CommitQuery, Store } from '../port.ts'
import type { Rule } from './rule.ts'
import { commitAll, unitOf, write } from './units.ts'

const tenant = 'tenant_node:queries'
const [ada, bob] = ['human_person:ada', 'human_person:bob']

async function sequences(store: Store, query: Partial<CommitQuery>, of = tenant): Promise<number[]> {
  const found = await store.commits(of, { before: null, limit: 100, ...query })
  return found.map(({ sequence }) => sequence)
}

async function fill(store: Store): Promise<void> {
  const ref = 'thing:a'
  await commitAll(
    store,
    unitOf({ tenant, operation: 'a.write', actor: ada, atoms: [{ ref }] }),
    unitOf({ tenant, operation: 'b.write', actor: ada }),
    unitOf({ tenant, operation: 'a.write', actor: bob, atoms: [{ ref, version: 2 }, { ref: 'thing:b' }] }),
    unitOf({
      tenant,
      operation: 'b.write',
      actor: null,
      atoms: [
        { ref, kind: 'other' },
        { ref, version: 3 },
      ],
    }),
    unitOf({ tenant, operation: 'a.write', actor: ada, reality: 'reality:p', atoms: [{ ref, version: 4 }] }),
    unitOf({ tenant, operation: 'c.write', actor: ada, atoms: [] }),
  )
  await write(store, { tenant: 'tenant_node:other', operation: 'a.write', actor: ada, atoms: [{ ref }] })
}

export function queryRules(rule: Rule): void {
  rule('commits are listed newest first, in pages', async (store) => {
    await fill(store)
    assert.deepEqual(await sequences(store, {}), [5, 4, 3, 2, 1, 0])
    assert.deepEqual(await sequences(store, { limit: 2 }), [5, 4])
    assert.deepEqual(await sequences(store, { limit: 2, before: 4 }), [3, 2])
    assert.deepEqual(await sequences(store, { before: 0 }), [])
    assert.deepEqual(await sequences(store, { before: 1_000_000 }), [5, 4, 3, 2, 1, 0])
    assert.deepEqual(await sequences(store, {}, 'tenant_node:none'), [])
  })

  rule('commits are filtered by operation, actor and ref, alone and together', async (store) => {
    await fill(store)
    assert.deepEqual(await sequences(store, { operation: 'a.write' }), [4, 2, 0])
    assert.deepEqual(await sequences(store, { actor: ada }), [5, 4, 1, 0])
    assert.deepEqual(await sequences(store, { ref: 'thing:a' }), [4, 3, 2, 0])
    assert.deepEqual(await sequences(store, { ref: 'thing:a', actor: ada }), [4, 0])
    assert.deepEqual(
      await sequences(store, { ref: 'thing:a', actor: ada, operation: 'a.write', before: 4 }),
      [0],
    )
    assert.deepEqual(await sequences(store, { operation: 'b.write', actor: ada }), [1])
    assert.deepEqual(await sequences(store, { ref: 'thing:a', limit: 2, before: 4 }), [3, 2])
    assert.deepEqual(await sequences(store, { ref: 'thing:none' }), [])
    assert.deepEqual(await sequences(store, { operation: 'none' }), [])
    assert.deepEqual(await sequences(store, { operation: 'a.write' }, 'tenant_node:other'), [0])
  })

  rule('listed commits carry all that a commit found by its ref carries', async (store) => {
    await fill(store)
    for (const listed of await store.commits(tenant, { before: null, limit: 100 })) {
      assert.deepEqual(listed, await store.commitOf(tenant, listed.commit))
      assert.deepEqual([listed], await store.commitsFrom(tenant, listed.sequence, 1))
    }
  })
}
