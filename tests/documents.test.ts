import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { commands } from '@membrane/cli'
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

test('every document is read, and a block that nobody executes fails', async () => {
  for (const document of ['README.md', 'ARCHITECTURE.md', 'STYLE.md']) assert.ok(all.includes(document))
  assert.ok([...blocks.values()].flat().length >= 30, 'the documents have lost their blocks')
  await using reading = await Reading.begin()
  for (const text of ['```\nls\n```', '```ruby\nputs 1\n```', '```sh\nfalse\n```', '```text\ncurl -s x\n```'])
    await assert.rejects(reading.read(blocksOf('a document', text)), text)
  assert.throws(() => blocksOf('a document', '```sh\nls'))
  assert.throws(() => blocksOf('a document', '```sh skip\nls\n```'))
})

/** What stands between back-ticks in running text. */
function inlineCode(document: string): string[] {
  const prose = textOf(document).replaceAll(/^(```|~~~)[^]*?^\1/gm, '')
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

test('the README lists every setting', () => {
  const readme = textOf('README.md')
  for (const name of Object.keys(settings)) {
    const short = `\`_${name.replace('MEMBRANE_FIXTURE_TOKEN_', '')}\``
    assert.ok(readme.includes(name) || readme.includes(short), `${name} is missing`)
  }
})
