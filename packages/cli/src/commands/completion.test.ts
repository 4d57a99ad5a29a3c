import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
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

test('zsh and fish scripts name every command and flag, and parse where the shell is installed', async (t) => {
  for (const shell of ['zsh', 'fish'] as const) {
    const { code, out } = await membrane(`completion ${shell}`)
    assert.equal(code, 0)
    for (const { name, options } of commands) {
      assert.ok(out.includes(name), `${shell} misses ${name}`)
      const flag = (option: string): string => (shell === 'zsh' ? `--${option}:` : `-l ${option} `)
      for (const option of Object.keys(options))
        assert.ok(out.includes(flag(option)), `${shell} misses --${option}`)
    }
    const { error, status, stderr } = spawnSync(shell, ['-n'], { input: out, encoding: 'utf8' })
    if (error === undefined) assert.equal(status, 0, stderr)
    else t.diagnostic(`${shell} is not installed: its script was not parsed`)
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
