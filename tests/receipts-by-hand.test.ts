import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { receiptFile } from '@membrane/ledger'
import { writeUnit, World } from '@membrane/testkit'
import { blocksOf } from './documents/markdown.ts'

const folder = mkdtempSync(join(tmpdir(), 'membrane-by-hand-'))
after(() => rmSync(folder, { recursive: true }))

const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0
const hasTools = runs('python3', '--version') && runs('openssl', 'pkeyutl', '-help')

test('the verifier on the page takes our receipts and no changed one', { skip: !hasTools }, async () => {
  const script = join(folder, 'verify.py')
  writeFileSync(script, blocksOf('docs/receipts.md').find(({ file }) => file === 'verify.py')!.text)
  const verify = (receipt: string, key: string): { ok: boolean; said: string } => {
    const file = join(folder, 'receipt.txt')
    writeFileSync(file, receipt)
    const { status, stdout, stderr } = spawnSync('python3', [script, file, key], { encoding: 'utf8' })
    return { ok: status === 0, said: `${stdout}${stderr}` }
  }

  await using world = await World.start()
  const tenant = 'tenant_node:fixture'
  for (let at = 0; at < 300; at++) await writeUnit(world.runtime, tenant, {})
  const { commits } = await world.admits('commit.recent', { limit: 200 })
  for (const { receipt, sequence } of [commits[0], commits[43], commits[44], commits[199]]) {
    const body = await world.admits('receipt.show', { ref: receipt })
    const { ok, said } = verify(receiptFile(body), body.verifier_key)
    assert.ok(ok, `${sequence}: ${said}`)
    assert.match(said, /^testkit\.write admitted /)
  }

  const body = await world.admits('receipt.show', { ref: commits[43].receipt })
  const good = receiptFile(body)
  const lines = good.split('\n')
  for (let line = 0; line < lines.length - 1; line++) {
    if (lines[line] === '') continue
    const text = lines[line]!
    const at = text.length >> 1
    const other = text[at] === 'A' ? 'B' : 'A'
    const changed = lines.with(line, text.slice(0, at) + other + text.slice(at + 1)).join('\n')
    assert.ok(!verify(changed, body.verifier_key).ok, `line ${line + 1}: ${text}`)
  }
  const { keys } = await world.admits('log.policy', { tenant: 'tenant_node:other' })
  assert.ok(!verify(good, keys[0].verifier_key).ok)
})
