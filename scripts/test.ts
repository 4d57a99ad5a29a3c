import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { committedCodes, operationList, ownCodes, passedCodes, refusalOf } from '@membrane/contract'

/**
 * Runs every test, or those named on the command line, and fails too where a refusal that an operation declares
 * never fired in a full run. Codes that it passes on from its steps are covered by them, if one ever came through, and
 * those of the commit by any operation.
 */
const named = process.argv.slice(2)
const patterns = named.length > 0 ? named : ['packages/**/*.test.ts', 'tests/**/*.test.ts']
const folder = mkdtempSync(join(tmpdir(), 'membrane-test-'))
const firedFile = join(folder, 'fired')

const runner = spawn(
  process.execPath,
  ['--test', '--test-reporter=dot', '--test-reporter-destination=stdout', ...patterns],
  {
    stdio: 'inherit',
    env: { ...process.env, MEMBRANE_FIRED_FILE: firedFile },
  },
)
const status = await new Promise<number>((done) => runner.once('exit', (code) => done(code ?? 1)))
const silent = named.length > 0 ? [] : neverFired()
rmSync(folder, { recursive: true })
for (const pair of silent) process.stderr.write(`no test makes it fire: ${pair}\n`)
process.exitCode = status === 0 && silent.length === 0 ? 0 : 1

function neverFired(): string[] {
  const fired = new Set(existsSync(firedFile) ? readFileSync(firedFile, 'utf8').split('\n') : [])
  const passing = operationList.filter((operation) => passedCodes(operation).length > 0)
  const deaf = passing
    .filter((operation) => !passedCodes(operation).some((code) => fired.has(`${operation.name} ${code}`)))
    .map(({ name }) => `${name} with a code of one of its steps`)
  const silent = operationList
    .flatMap((operation) => ownCodes(operation).map((code) => ({ pair: `${operation.name} ${code}`, code })))
    .filter(({ pair, code }) => !fired.has(pair) && refusalOf(code).production_only !== true)
    .map(({ pair }) => pair)
  const commits = [...new Set(operationList.flatMap(committedCodes))]
  const unseen = commits.filter((code) => ![...fired].some((pair) => pair.endsWith(` ${code}`)))
  return [...silent, ...deaf, ...unseen.map((code) => `any operation ${code}`)]
}
