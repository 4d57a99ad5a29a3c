import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fixtureTokens, type Ref } from '@membrane/contract'
import {
  decodeEntryBundle,
  nobleHasher,
  parseCheckpoint,
  parseLeaf,
  parsePolicy,
  tilePath,
  treeTiles,
  verifyCheckpoint,
  verifyLog,
  type TileAddress,
} from '@membrane/ledger'
import { FaultyStore, writeUnit, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const primary = { authorization: `Bearer ${fixtureTokens.primary}` }

async function prefixOf(world: World, tenant?: Ref): Promise<string> {
  const { origin } = await world.admits('log.policy', tenant === undefined ? {} : { tenant })
  return origin.slice(origin.indexOf('/'))
}

async function fill(world: World, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await writeUnit(world.runtime, tenant, {})
}

async function bytesOf(world: World, path: string): Promise<Uint8Array> {
  const response = await world.fetch(path, { headers: primary })
  assert.equal(response.status, 200, path)
  assert.equal(response.headers.get('content-type'), 'application/octet-stream')
  assert.equal(response.headers.get('cache-control'), 'private, immutable')
  return new Uint8Array(await response.arrayBuffer())
}

async function refuses(
  world: World,
  path: string,
  code: string,
  headers: Record<string, string> = primary,
): Promise<void> {
  const response = await world.fetch(path, { headers })
  const { body } = (await response.json()) as { body: { refusal_code: string } }
  assert.equal(body.refusal_code, code, path)
}

suite('the log as documents', () => {
  test('checkpoint, tiles and entries give a whole log that verifies', async () => {
    await using world = await World.start()
    await fill(world, 600)
    const prefix = await prefixOf(world)
    const response = await world.fetch(`${prefix}/checkpoint`, { headers: primary })
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'private, max-age=1')
    const checkpoint = await response.text()
    const policy = parsePolicy(await world.admits('log.policy'))
    const get = (tile: TileAddress) => bytesOf(world, `${prefix}/${tilePath(tile)}`)
    async function* leaves() {
      for (const { level, index, width } of treeTiles(600)) {
        if (level === 0) yield* decodeEntryBundle(await get({ level: 'entries', index, width }))
      }
    }
    const verified = await verifyLog({ leaves: leaves(), checkpoint, policy, tile: get })
    assert.deepEqual([verified.checkpoint.size, verified.tiles], [600, 4])
  })

  test('every narrower width is served, nothing that the log has not', async () => {
    await using world = await World.start()
    await fill(world, 300)
    const prefix = await prefixOf(world)
    const tile = await bytesOf(world, `${prefix}/tile/0/001.p/44`)
    for (const width of [1, 7, 43]) {
      const narrow = await bytesOf(world, `${prefix}/tile/0/001.p/${width}`)
      assert.deepEqual(narrow, tile.slice(0, width * 32))
      const entries = decodeEntryBundle(await bytesOf(world, `${prefix}/tile/entries/001.p/${width}`))
      assert.deepEqual(
        entries.map((leaf) => nobleHasher.leaf(leaf)),
        [...Array(width).keys()].map((at) => tile.slice(at * 32, at * 32 + 32)),
      )
      assert.equal(parseLeaf(entries[0]!).sequence, '256')
    }
    assert.equal((await bytesOf(world, `${prefix}/tile/0/000`)).length, 8192)
    assert.equal((await bytesOf(world, `${prefix}/tile/0/000.p/255`)).length, 255 * 32)
    assert.equal((await bytesOf(world, `${prefix}/tile/1/000.p/1`)).length, 32)
    const unknown = ['0/001', '0/001.p/45', '0/002.p/1', '1/000', '1/000.p/2', '2/000.p/1', 'entries/001']
    const misspelt = [
      '0/0',
      '0/01',
      '00/000',
      '0/000.p/0',
      '0/000.p/256',
      '0/000.p/01',
      '64/000',
      '0/x000/000',
    ]
    misspelt.push('0/000/', '0/%30%30%30', 'entries/000.P/1', '0/-01', 'data/000', '')
    for (const path of [...unknown, ...misspelt])
      await refuses(world, `${prefix}/tile/${path}`, 'route_unknown')
  })

  test('only a bearer of the tenant reaches its log; any other log does not exist', async () => {
    await using world = await World.start()
    await fill(world, 1)
    const other = 'tenant_node:other'
    const own = await prefixOf(world)
    const foreign = await prefixOf(world, other)
    const session = { authorization: `Bearer ${await world.session(other)}` }
    for (const rest of ['checkpoint', 'tile/0/000.p/1']) {
      await refuses(world, `${own}/${rest}`, 'bearer_required', {})
      await refuses(world, `${own}/${rest}`, 'session_expired', {
        authorization: `Bearer ${fixtureTokens.expired}`,
      })
      await refuses(world, `${own}/${rest}`, 'route_unknown', session)
      await refuses(world, `${foreign}/${rest}`, 'route_unknown')
      await refuses(world, `${own}/${rest}?tenant=${tenant}`, 'tenant_mismatch', session)
      await refuses(world, `${own}/${rest}?tenant=acme`, 'query_malformed')
      for (const epoch of ['0', '2', '01', '1.0', 'one'])
        await refuses(world, `${own.slice(0, -1)}${epoch}/${rest}`, 'route_unknown')
      await refuses(world, `${own.toUpperCase().replace('/T/', '/t/')}/${rest}`, 'route_unknown')
    }
    const named = await world.fetch(`${foreign}/checkpoint?tenant=${other}`, { headers: primary })
    assert.ok((await named.text()).includes(foreign))
    const byItself = await world.fetch(`${foreign}/checkpoint`, { headers: session })
    assert.equal(byItself.status, 200)
  })

  test('beyond loopback the session needs the scope of log.policy', async () => {
    await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
    const prefix = await prefixOf(world)
    for (const [scopes, status] of [
      [['standing'], 403],
      [['log'], 200],
    ] as const) {
      const token = await world.session(tenant, { scopes: [...scopes] })
      const headers = { authorization: `Bearer ${token}` }
      assert.equal((await world.fetch(`${prefix}/checkpoint`, { headers })).status, status)
    }
  })

  test('a store that cannot be reached is a refusal, not a document', async () => {
    const faults = new FaultyStore()
    await using world = await World.start({ store: faults.wrap })
    const prefix = await prefixOf(world)
    faults.fail()
    await refuses(world, `${prefix}/checkpoint`, 'store_unavailable')
    faults.release()
    const policy = parsePolicy(await world.admits('log.policy'))
    const note = await (await world.fetch(`${prefix}/checkpoint`, { headers: primary })).text()
    await verifyCheckpoint(parseCheckpoint(note), policy)
  })
})
