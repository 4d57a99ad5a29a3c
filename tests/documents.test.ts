import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { commands } from '@membrane/cli'
import { findOperation, operationList } from '@membrane/contract'
import { settings } from '@membrane/runtime'
import { World } from '@membrane/testkit'
import { blocksOf, documents, root, textOf, type Block } from './documents/markdown.ts'
import { Reading } from './documents/reading.ts'
import { hasProgram } from './documents/shell.ts'
import { typeProblems } from './documents/type-check.ts'
import { visits } from './documents/visits.ts'

const all = documents()
const blocks = new Map(all.map((document) => [document, blocksOf(document)]))

/** A program of the machine that a document uses and that is not there. */
function missing(shown: readonly Block[]): string | false {
  const needed = ['python3', 'openssl'].filter((name) => shown.some(({ text }) => text.includes(name)))
  const absent = needed.find((name) => !hasProgram(name))
  return absent === undefined ? false : `${absent} is not installed`
}

for (const [document, shown] of blocks) {
  if (shown.length === 0) continue
  test(`${document} does what its ${shown.length} blocks show`, { skip: missing(shown) }, async () => {
    await using reading = await Reading.begin()
    await reading.read(shown)
    const visit = visits[document]
    assert.equal(
      visit !== undefined,
      shown.some(({ kind }) => kind === 'html'),
      'a page has its visit',
    )
    await visit?.(reading)
  })
}

test('the TypeScript of every document compiles', () => {
  assert.equal(typeProblems([...blocks.values()].flat()), '')
})

test('every document is read', () => {
  for (const document of ['README.md', 'ARCHITECTURE.md', 'STYLE.md']) assert.ok(all.includes(document))
  assert.ok([...blocks.values()].flat().length >= 60, 'the documents have lost their blocks')
})

test('a block that nobody executes, or that shows what is not so, fails', async () => {
  await using reading = await Reading.begin()
  const health = '```sh\ncurl -s http://127.0.0.1:8080/v1/tenant/self\n```\n'
  const says = '```sh\necho said\n```\n'
  await reading.read(
    blocksOf('a document', `${health}\`\`\`json\n{ "refusal_code": "bearer_required" }\n\`\`\``),
  )
  await reading.read(blocksOf('a document', `${says}\`\`\`output\n…id\n\`\`\``))
  const wrong = [
    '```\nls\n```',
    '```ruby\nputs 1\n```',
    '```sh\nfalse; true\n```',
    '```text\ncurl -s http://127.0.0.1:8080\n```',
    '```env\nMEMBRANE_PROT=1\n```',
    '```sql\nselect nothing from nowhere\n```',
    '```ts\nthrow new Error()\n```',
    '```ts file=unused.ts\n```',
    '```ts from=scripts/test.ts\nconst nothing = 1\n```',
    '```sh\nnpm publish\n```',
    health,
    `${health}\`\`\`json\n{ "refusal_code": "scope_mismatch" }\n\`\`\``,
    `${says}\`\`\`output\nsaid more\n\`\`\``,
  ]
  for (const text of wrong) await assert.rejects(reading.read(blocksOf('a document', text)), text)
  assert.throws(() => blocksOf('a document', '```sh\nls'))
  assert.throws(() => blocksOf('a document', '```sh skip\nls\n```'))
  assert.match(typeProblems(blocksOf('a document', '```ts\nconst one: number = "1"\n```')), /TS2322/)
})

/** What stands between back-ticks in running text. */
function inlineCode(document: string): string[] {
  const prose = textOf(document).replaceAll(/^ *(```|~~~)[^]*?^ *\1/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
}

test('links, scripts, commands, settings and pages that a document names are there', async () => {
  await using world = await World.start()
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  for (const document of all) {
    for (const [, target] of textOf(document).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^https?:/.test(target!)) continue
      assert.ok(existsSync(join(root, dirname(document), target!)), `${document} links to ${target}`)
    }
    for (const code of inlineCode(document)) {
      const script = /^npm run (\S+)/.exec(code)?.[1]
      assert.ok(script === undefined || script in manifest.scripts, `${document}: ${code}`)
      const command = /^(?:npx )?membrane ([a-z][a-z-]*)/.exec(code)?.[1]
      assert.ok(
        command === undefined || commands.some(({ name }) => name === command),
        `${document}: ${code}`,
      )
      const page = /^http:\/\/127\.0\.0\.1:8080(\/\S*)$/.exec(code)?.[1]
      assert.ok(page === undefined || (await world.fetch(page)).status === 200, `${document}: ${code}`)
      const setting = /^MEMBRANE_[A-Z_]+/.exec(code)?.[0]
      const isKnown = setting === undefined || setting in settings || /^MEMBRANE_(?:TEST|BENCH)/.test(setting)
      assert.ok(isKnown, `${document}: ${code}`)
    }
  }
})

/** Words of PostgreSQL, not ours. */
const foreign = ['synchronous_commit', 'target_session_attrs']

test('operations, codes, fields and records that a document names are those of the sources', () => {
  const sources = globSync('packages/*/src/**/*.{ts,sql}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const words = new Set([...sources.join('\n').match(/[a-z]+(?:_[a-z0-9]+)+/g)!, ...foreign])
  const domains = new Set(operationList.map(({ name }) => name.split('.')[0]))
  for (const document of all)
    for (const code of inlineCode(document)) {
      const isWord = /^[a-z]+(?:_[a-z0-9]+)+$/.test(code)
      assert.ok(!isWord || words.has(code), `${document}: ${code} is no word of the sources`)
      const [domain] = /^[a-zA-Z]+(?=\.[a-zA-Z.]+$)/.exec(code) ?? []
      const isOperation = domain !== undefined && domains.has(domain)
      assert.ok(!isOperation || findOperation(code) !== undefined, `${document}: ${code} is no operation`)
    }
})

test('the README lists every setting', () => {
  const readme = textOf('README.md')
  for (const name of Object.keys(settings)) {
    const short = `\`_${name.replace('MEMBRANE_FIXTURE_TOKEN_', '')}\``
    assert.ok(readme.includes(name) || readme.includes(short), `${name} is missing`)
  }
})
