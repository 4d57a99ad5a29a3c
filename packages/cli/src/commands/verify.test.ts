import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { receiptFile, saltedDigest } from '@membrane/ledger'
import { writeUnit, World } from '@membrane/testkit'
import { exportTo, filesOf, fillLog, scratch, tenant, verifyAt } from '../testing/exported.ts'
import { membrane, slowClock } from '../testing/terminal.ts'

interface Receipts {
  readonly folder: string
  readonly key: string
  readonly file: string
  readonly body: string
}

/** A receipt in its two forms, with the key to pin. */
async function receiptsOf(world: World): Promise<Receipts> {
  const folder = await scratch()
  await fillLog(world, 5)
  const { commits } = await world.admits('commit.recent', { limit: 3 })
  const answer = await world.call('receipt.show', { ref: commits[2].receipt })
  const [file, body] = [join(folder, 'receipt.txt'), join(folder, 'receipt.json')]
  await writeFile(file, receiptFile(answer.body))
  await writeFile(body, JSON.stringify(answer.envelope))
  return { folder, file, body, key: answer.body.verifier_key }
}

suite('verify FILE', () => {
  test('says each check, in either form of a receipt', async () => {
    await using world = await World.start()
    const { file, body, key } = await receiptsOf(world)
    const { code, out } = await membrane(['verify', '--key', key, file, body])
    assert.equal(code, 0)
    assert.equal(out.match(/^ {2}ok /gm)?.length, 12)
    assert.match(out, /standing\.grant admitted at .*, commit 2 of membrane\.local/)
    const piped = await membrane(['verify', '--key', key, '-'], { stdin: () => readFile(file, 'utf8') })
    assert.equal(piped.code, 0)
    const json = await membrane(['verify', '--json', '--key', key, file])
    const { verified, index, commit } = JSON.parse(json.out) as Record<string, unknown>
    assert.deepEqual(
      [verified, index, (commit as { operation: string }).operation],
      [true, 2, 'standing.grant'],
    )
  })

  test('the policy may be the body or the envelope of log.policy, or lines', async () => {
    await using world = await World.start()
    const { folder, file, key } = await receiptsOf(world)
    const { envelope, body } = await world.call('log.policy')
    for (const text of [JSON.stringify(body), JSON.stringify(envelope), `# ours\n${key}\n`]) {
      const policy = join(folder, 'policy')
      await writeFile(policy, text)
      assert.equal((await membrane(['verify', '--policy', policy, file])).code, 0)
    }
  })

  test('the first failure ends it with 1 and names the check', async () => {
    await using world = await World.start()
    const { folder, file, body, key } = await receiptsOf(world)
    const text = await readFile(file, 'utf8')
    const broken = join(folder, 'broken.txt')
    await writeFile(broken, text.replace(/^index 2$/m, 'index 3'))
    const { code, out } = await membrane(['verify', '--key', key, broken, file])
    assert.equal(code, 1)
    assert.match(out, /^ {2}no {2}inclusion: /m)
    assert.ok(!out.includes(`${file}\n`), 'the next file is not looked at')
    const other = await world.admits('log.policy', {}, { token: fixtureTokens.secondary })
    const stranger = await membrane(['verify', '--json', '--key', other.keys[0].verifier_key, body])
    assert.equal(stranger.code, 1)
    assert.equal((JSON.parse(stranger.out) as { step: string }).step, 'checkpoint_signature')
    for (const bad of ['', '{', '{}', 'c2sp.org/tlog-proof@v1\n']) {
      await writeFile(broken, bad)
      const { code, out } = await membrane(['verify', '--key', key, broken])
      assert.deepEqual([code, /no {2}parse: /.test(out)], [1, true])
    }
  })

  test('without keys, files or a right key it is a usage error', async () => {
    await using world = await World.start()
    const { folder, file, key } = await receiptsOf(world)
    assert.match((await membrane(['verify', file])).err, /--key or --policy/)
    for (const line of [
      ['--key', 'key', file],
      ['--key', key],
      ['--key', key, '--log', folder, file],
    ])
      assert.equal((await membrane(['verify', ...line])).code, 2)
    assert.equal((await membrane(['verify', '--key', key, join(folder, 'none')])).code, 1)
  })
})

suite('verify --log', () => {
  test('a whole log verifies, with a bar for a terminal', async () => {
    await using world = await World.start()
    await fillLog(world, 300)
    const out = await scratch()
    await exportTo(world, out)
    const { code, out: said } = await verifyAt(out)
    assert.equal(code, 0)
    assert.match(said, /ok {2}3 tiles, the frontier and the root are those of the leaves/)
    assert.match(said, /ok {2}4 records open the digests in the leaves/)
    const line = ['verify', '--json', '--policy', join(out, 'policy.json'), '--log', out]
    const { out: json, err } = await membrane(line, { isTTY: true, now: slowClock() })
    assert.deepEqual((JSON.parse(json) as { size: number }).size, 300)
    assert.match(err, /100 % {2}300\/300 leaves\n$/)
    assert.equal((await membrane(line, { isTTY: true })).err, '')
  })

  test('a single byte that is changed, anywhere but in the policy, is found', async () => {
    await using world = await World.start()
    await fillLog(world, 4)
    await writeUnit(world.runtime, tenant, manyAtoms())
    const out = await scratch()
    await exportTo(world, out)
    const files = (await filesOf(out)).filter((file) => file !== 'policy.json')
    let flips = 0
    for (const file of files) {
      const path = join(out, file)
      const bytes = await readFile(path)
      const step = Math.max(1, Math.floor(bytes.length / 120))
      for (let at = 0; at < bytes.length; at += step) {
        await writeFile(path, bytes.with(at, bytes[at]! ^ (1 << (flips % 8))))
        const { code, out: said } = await verifyAt(out)
        assert.equal(code, 1, `byte ${at} of ${file}: ${said}`)
        flips += 1
      }
      await writeFile(path, bytes)
    }
    assert.ok(flips > 400, `${flips} bytes were changed`)
    assert.equal((await verifyAt(out)).code, 0)
  })

  test('a file that is missing, cut short or too long is found', async () => {
    await using world = await World.start()
    await fillLog(world, 260)
    const out = await scratch()
    await exportTo(world, out)
    for (const file of (await filesOf(out)).filter((file) => file !== 'policy.json')) {
      const path = join(out, file)
      const bytes = await readFile(path)
      for (const wrong of [undefined, bytes.subarray(0, -1), Buffer.concat([bytes, bytes.subarray(-1)])]) {
        if (wrong === undefined) await rm(path)
        else await writeFile(path, wrong)
        assert.equal((await verifyAt(out)).code, 1, `${file} with ${wrong?.length} of ${bytes.length} bytes`)
      }
      await writeFile(path, bytes)
    }
  })

  test('what somebody changed in the store itself is found', async () => {
    for (const member of ['leaves', 'tile', 'commitsFrom'] as const) {
      await using world = await World.start({ store: (store) => spoiling(store, member) })
      await fillLog(world, 300)
      const out = await scratch()
      const exported = await membrane(['export', '--base-url', world.url, '--out', out])
      if (exported.code === 0) {
        const { code, out: said } = await verifyAt(out)
        assert.deepEqual([code, said.slice(0, 3)], [1, 'no '], member)
      } else
        assert.match(
          exported.err,
          /log_fork_detected/,
          'a store with a frontier is found before it is signed',
        )
    }
  })
})

type Store = World['runtime']['store']

/** A store in which one byte of what a read answers is another. */
function spoiling(store: Store, member: 'leaves' | 'tile' | 'commitsFrom'): Store {
  const flip = (bytes: Uint8Array): Uint8Array => bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 4)
  const spoil = {
    leaves: (leaves: readonly Uint8Array[]) => leaves.with(0, flip(leaves[0]!)),
    tile: flip,
    commitsFrom: (commits: readonly { atoms: readonly { salt: Uint8Array }[] }[]) =>
      commits.map((commit) => ({
        ...commit,
        atoms: commit.atoms.map((atom) => ({ ...atom, salt: flip(atom.salt) })),
      })),
  }[member] as (value: unknown) => unknown
  return new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const call = value.bind(target) as (...args: unknown[]) => unknown
      return name === member ? async (...args: unknown[]) => spoil(await call(...args)) : call
    },
  })
}

/** More atoms than a leaf shows. */
function manyAtoms() {
  const atoms = Array.from({ length: 40 }, (_, at) => {
    const salt = new Uint8Array(32).fill(at)
    const state = `{"line":"a\u2028b ${at}"}`
    const digest = saltedDigest(salt, state)
    const ref = `note:${at}`
    return { kind: 'note', ref, version: 1, state, digest, salt, keys: [], active: null }
  })
  return { atoms }
}
