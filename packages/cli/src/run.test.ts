import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArguments } from './arguments.ts'
import { commands } from './commands.ts'
import { membrane } from './testing/terminal.ts'

test('help lists every command and exits 0; no command is a usage error', async () => {
  const help = await membrane('--help')
  assert.equal(help.code, 0)
  for (const { name, summary } of commands)
    assert.match(help.out, new RegExp(`^ {2}${name} +${summary[0]}`, 'm'))
  assert.deepEqual(await membrane('help'), help)
  assert.deepEqual(await membrane(''), { code: 2, out: '', err: help.out })
})

test('every command has help with flags and examples that its own parser takes', async () => {
  for (const command of commands) {
    const { code, out } = await membrane(`${command.name} --help`)
    assert.equal(code, 0)
    assert.ok(out.includes(`Usage: ${command.usage}`))
    assert.ok(command.examples.length > 0, `${command.name} shows no example`)
    for (const { line } of command.examples) {
      assert.ok(out.includes(line))
      const words = line.split(' ')
      assert.deepEqual(words.slice(0, 2), ['membrane', command.name])
      readArguments(command, words.slice(2))
    }
  }
})

test('a command line that cannot be used is one line that says what to do, and exit code 2', async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['serv', /^membrane: serv is not a command; did you mean serve\?$/],
    ['frobnicate', /^membrane: frobnicate is not a command; membrane --help lists them$/],
    ['serve --prot 1', /^membrane: --prot is not a flag here; did you mean --port\?$/],
    ['serve --port', /^membrane: --port needs a value$/],
    ['serve --port --host', /^membrane: --port needs a value \(or --port=--host\)$/],
    ['serve now', /^membrane: now is one word too many; usage: membrane serve \[flags\]$/],
    ['explain --json=maybe', /^membrane: --json takes true or false$/],
  ]
  for (const [line, expected] of cases) {
    const { code, out, err } = await membrane(line)
    assert.equal(code, 2, line)
    assert.equal(out, '')
    assert.match(err, /^[^\n]+\n$/)
    assert.match(err.trimEnd(), expected)
  }
})

test('the version names the package, the contract and Node', async () => {
  const { code, out } = await membrane('--version')
  assert.equal(code, 0)
  assert.match(out, /^membrane \d+\.\d+\.\d+, contract \S+, Node 24\.\d+\.\d+\n$/)
})
