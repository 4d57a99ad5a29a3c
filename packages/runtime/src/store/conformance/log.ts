import assert from 'node:assert/strict'
import { perfectRoot, serializeLeaf, TILE_WIDTH } from '@membrane/ledger'
import { nodeHasher } from '../hasher.ts'
import type { Store } from '../port.ts'
import { epoch, originOf, type Rule } from './rule.ts'
import { commitAll, unitOf, write } from './units.ts'

const tenant = 'tenant_node:log'

interface LeafPlace {
  readonly sequence: string
  readonly origin: string
  readonly committed_at: string
  readonly commit: string
}

function parse(leaf: Uint8Array): LeafPlace {
  return JSON.parse(Buffer.from(leaf).toString()) as LeafPlace
}

export function logRules(rule: Rule): void {
  rule('a log begins empty, with the epoch in use', async (store) => {
    const head = await store.head(tenant)
    assert.deepEqual([head.size, head.counts.size, head.connectors.size], [0, 0, 0])
    assert.deepEqual(head.epochs, [{ epoch, start: 0 }])
    assert.deepEqual(await store.leaves(tenant, 0, 10), [])
    assert.deepEqual(await store.commitsFrom(tenant, 0, 10), [])
  })

  rule('a log is one sequence from 0 without a gap, whose leaves say their place', async (store) => {
    const results = await Promise.all(Array.from({ length: 50 }, () => store.commit([unitOf({ tenant })])))
    const done = results.flatMap((result) => ('done' in result ? result.done : []))
    const inOrder = done.toSorted((a, b) => a.sequence - b.sequence)
    assert.deepEqual(
      inOrder.map(({ sequence }) => sequence),
      Array.from({ length: 50 }, (_, at) => at),
    )
    const leaves = await store.leaves(tenant, 0, 100)
    assert.equal(leaves.length, 50)
    for (const [at, leaf] of leaves.entries()) {
      const place = parse(leaf)
      assert.deepEqual(
        [place.sequence, place.origin, place.committed_at, place.commit],
        [String(at), originOf(tenant, epoch), inOrder[at]!.committedAt, inOrder[at]!.commit],
      )
      const leafHash = `sha256:${Buffer.from(nodeHasher.leaf(leaf)).toString('hex')}`
      assert.equal(inOrder[at]!.leafHash, leafHash)
    }
  })

  rule('a leaf is the draft with its place and time, byte for byte', async (store, clock) => {
    const unit = unitOf({ tenant, actor: 'human_person:ä' })
    const [done] = await commitAll(store, unit)
    const [leaf] = await store.leaves(tenant, 0, 1)
    const expected = serializeLeaf(unit.leaf, 0, done!.committedAt, originOf(tenant, epoch))
    assert.equal(Buffer.from(leaf!).toString(), expected)
    assert.equal(done!.committedAt, new Date(clock.now).toISOString())
  })

  rule('the time of commits never runs backwards in a log', async (store, clock) => {
    const start = clock.now
    const first = await write(store, { tenant })
    clock.now = start - 60_000
    const second = await write(store, { tenant })
    assert.deepEqual([first.committedAt, second.committedAt], [iso(start), iso(start)])
    assert.equal((await write(store, { tenant: 'tenant_node:other' })).committedAt, iso(start - 60_000))
    clock.now = start + 1
    assert.equal((await write(store, { tenant })).committedAt, iso(start + 1))
  })

  rule('a commit is found by its ref in its own log, with its leaf, salt and atoms', async (store) => {
    const unit = unitOf({
      tenant,
      atoms: [{ ref: 'thing:b' }, { ref: 'thing:a', kind: 'other', state: '{"x":1}' }],
    })
    const [done] = await commitAll(store, unit)
    const found = await store.commitOf(tenant, unit.commit)
    const { leaf, requestSalt, atoms, ...place } = found!
    assert.deepEqual(place, done)
    assert.equal(parse(leaf).commit, unit.commit)
    assert.deepEqual(Buffer.from(requestSalt), Buffer.from(unit.requestSalt))
    assert.deepEqual(
      atoms.map(({ kind, ref, version, state, digest, sequence }) => [
        kind,
        ref,
        version,
        state,
        digest,
        sequence,
      ]),
      unit.atoms.map(({ kind, ref, version, state, digest }) => [kind, ref, version, state, digest, 0]),
    )
    assert.equal(await store.commitOf('tenant_node:other', unit.commit), undefined)
    assert.equal(await store.commitOf(tenant, 'commit:none'), undefined)
  })

  rule('commits are read in order from any place', async (store) => {
    const units = Array.from({ length: 20 }, () => unitOf({ tenant }))
    await commitAll(store, ...units)
    const middle = await store.commitsFrom(tenant, 7, 5)
    assert.deepEqual(
      middle.map(({ commit }) => commit),
      units.slice(7, 12).map(({ commit }) => commit),
    )
    assert.equal((await store.commitsFrom(tenant, 18, 5)).length, 2)
    assert.deepEqual(await store.commitsFrom(tenant, 20, 5), [])
    const leaves = await store.leaves(tenant, 18, 5)
    assert.deepEqual(
      leaves.map((leaf) => parse(leaf).sequence),
      ['18', '19'],
    )
  })

  rule('tiles hold the hashes of the tree, full and partial, at every level', async (store) => {
    const count = TILE_WIDTH * 2 + 5
    for (let left = count; left > 0; left -= 99) {
      await commitAll(store, ...Array.from({ length: Math.min(99, left) }, () => unitOf({ tenant })))
    }
    const hashes = (await store.leaves(tenant, 0, count)).map((leaf) => Buffer.from(nodeHasher.leaf(leaf)))
    for (const index of [0, 1, 2]) {
      const row = hashes.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)
      assert.ok(Buffer.concat(row).equals(await tileOf(store, 0, index, row.length)), `tile 0/${index}`)
      assert.ok(
        Buffer.concat(row.slice(0, 3)).equals(await tileOf(store, 0, index, 3)),
        `tile 0/${index} in part`,
      )
    }
    const roots = [0, 1].map((index) =>
      perfectRoot(Buffer.concat(hashes.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)), nodeHasher),
    )
    assert.ok(Buffer.concat(roots).equals(await tileOf(store, 1, 0, 2)))
  })

  rule(
    'the head counts refs by kind in the record, atoms, and evidence once a bundle',
    async (store, clock) => {
      const cites = ['evidence_bundle:register_extract_1', 'evidence_bundle:x']
      await write(store, { tenant, atoms: [{ ref: 'thing:a' }, { ref: 'other:a', kind: 'other' }], cites })
      const at = clock.now
      clock.now += 1000
      await write(store, { tenant, atoms: [{ ref: 'thing:a', version: 2 }], cites: cites.slice(0, 1) })
      await write(store, { tenant, reality: 'reality:p', atoms: [{ ref: 'thing:p' }] })
      await write(store, { tenant: 'tenant_node:other', atoms: [{ ref: 'thing:a' }], cites })
      const { counts, connectors, size } = await store.head(tenant)
      assert.equal(size, 3)
      assert.deepEqual(Object.fromEntries(counts), { atom: 3, thing: 1, other: 1, evidence_bundle: 2 })
      assert.deepEqual(Object.fromEntries(connectors), {
        register_extract: { bundles: 1, lastCitedAt: iso(clock.now) },
        unclassified: { bundles: 1, lastCitedAt: iso(at) },
      })
    },
  )
}

async function tileOf(store: Store, level: number, index: number, count: number): Promise<Uint8Array> {
  return store.tile(tenant, level, index, count)
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
