import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { commands } from '../commands.ts'
import { membrane } from '../testing/terminal.ts'

/** What bash offers for a command line whose last word is being typed. */
function offered(script: string, ...words: string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(' ')
  const program = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _membrane; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' })
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  return stdout.split('\n').filter((candidate) => candidate !== '')
}

test('bash parses its script and offers commands, operations and flags', async () => {
  const { code, out } = await membrane('completion bash')
  assert.equal(code, 0)
  assert.equal(spawnSync('bash', ['-n'], { input: out }).status, 0)
  assert.deepEqual(
    offered(out, 'membrane', ''),
    commands.map(({ name }) => name),
  )
  assert.deepEqual(offered(out, 'membrane', 'jo'), ['journey'])
  assert.deepEqual(offered(out, 'membrane', 'serve', '--po'), ['--port'])
  assert.deepEqual(offered(out, 'membrane', 'call', 'standing.c'), ['standing.claim'])
  assert.deepEqual(offered(out, 'membrane', 'call', 'standing.claim', '--off'), ['--office'])
  assert.deepEqual(offered(out, 'membrane', 'call', 'standing.revoke', '--off'), [])
  assert.deepEqual(offered(out, 'membrane', 'explain', 'mandate_unk'), ['mandate_unknown'])
})

test('zsh and fish scripts name every command and flag', async () => {
  for (const shell of ['zsh', 'fish'] as const) {
    const { code, out } = await membrane(`completion ${shell}`)
    assert.equal(code, 0)
    for (const { name, options } of commands) {
      assert.ok(out.includes(name), `${shell} misses ${name}`)
      const flag = (option: string): string => (shell === 'zsh' ? `--${option}:` : `-l ${option} `)
      for (const option of Object.keys(options))
        assert.ok(out.includes(flag(option)), `${shell} misses --${option}`)
    }
  }
})

test('fish and zsh offer the same, where they are installed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'membrane-completion-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const scriptOf = async (shell: string): Promise<string> => {
    const file = join(folder, shell)
    writeFileSync(file, (await membrane(`completion ${shell}`)).out)
    return file
  }
  const [zsh, fish] = [await scriptOf('zsh'), await scriptOf('fish')]
  const programs = {
    fish: (line: string) => `source ${fish}; complete -C '${line}'`,
    // In the place of the line editor: what it would hand over, and the function that shows the candidates.
    zsh: (line: string) => `compdef() {}; _files() {}; _describe() { print -rl -- \${(P)2} }
      words=(\${(s: :)\${:-'${line}x'}}); CURRENT=$#words; words[-1]=\${words[-1]%x}; source ${zsh}; _membrane`,
  }
  for (const [shell, program] of Object.entries(programs)) {
    const after = (line: string): string[] | undefined => {
      const { error, status, stdout, stderr } = spawnSync(shell, ['-c', program(line)], { encoding: 'utf8' })
      if (error !== undefined) return undefined
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' }, shell)
      const word = line.split(' ').at(-1)!
      return stdout
        .split(/\n/)
        .map((row) => row.split(/[\t:]/)[0]!)
        .filter((name) => name !== '' && name.startsWith(word))
    }
    const all = after('membrane ')
    if (all === undefined) {
      t.diagnostic(`${shell} is not installed: its completions were not tried`)
      continue
    }
    assert.deepEqual(all.sort(), commands.map(({ name }) => name).sort())
    assert.deepEqual(after('membrane jo'), ['journey'])
    assert.deepEqual(after('membrane serve --po'), ['--port'])
    assert.deepEqual(after('membrane call standing.c'), ['standing.claim'])
    assert.deepEqual(after('membrane call standing.claim --off'), ['--office'])
    assert.deepEqual(after('membrane call standing.revoke --off'), [])
    assert.deepEqual(after('membrane explain mandate_unk'), ['mandate_unknown'])
  }
})

test('quotes in summaries do not end a string', async () => {
  const { out } = await membrane('completion bash')
  const { out: zsh } = await membrane('completion zsh')
  for (const script of [out, zsh])
    assert.equal(script.replaceAll(String.raw`'\''`, '').split("'").length % 2, 1)
})

test('another shell is a usage error', async () => {
  for (const line of ['completion', 'completion tcsh', 'completion toString']) {
    const { code, err } = await membrane(line)
    assert.deepEqual({ code, err }, { code: 2, err: 'membrane: completion needs a shell: bash, zsh, fish\n' })
  }
})
