import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import * as contract from '@membrane/contract'

const root = join(import.meta.dirname, '..')
const sources = globSync('packages/*/src/**/*.ts', { cwd: root })
const shipped = sources.filter(
  (file) => !file.endsWith('.test.ts') && !file.includes('/conformance/') && !file.includes('/testing/'),
)

interface Import {
  readonly file: string
  /** A package name, or a path from the root. */
  readonly target: string
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /^\s*(?:import|export)\b[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm,
  )
  return [...found].map((match) => {
    const name = (match[1] ?? match[2] ?? match[3])!
    return { file, target: name.startsWith('.') ? normalize(join(dirname(file), name)) : name }
  })
}

const imports = shipped.flatMap(importsOf)

test('the rules read the sources', () => {
  assert.ok(shipped.length > 80, `only ${shipped.length} files were read: the rules below would hold nothing`)
  assert.ok(imports.length > 200, `only ${imports.length} imports were read: the pattern misses them`)
})

/** Which of our packages a package may import. The arrows keep the contract free of the service. */
const packageRules: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  ledger: [],
  runtime: ['contract', 'ledger'],
  client: ['contract', 'ledger'],
  cli: ['contract', 'ledger', 'client', 'runtime'],
  testkit: ['contract', 'ledger', 'client', 'runtime'],
}

test('packages import only what lies below them', () => {
  for (const { file, target } of imports) {
    const [, from] = file.split('/')
    const to = /^@membrane\/(\w+)/.exec(target)?.[1]
    if (to === undefined) continue
    assert.ok(packageRules[from!]!.includes(to), `${file} imports @membrane/${to}: ${from} lies below it`)
  }
})

/** Inside the runtime: a folder and what it may import of the other folders. */
const runtimeRules: readonly {
  readonly from: string
  readonly to: readonly string[]
  readonly reason: string
}[] = [
  {
    from: 'domains/',
    to: ['admission/decision.ts', 'admission/guards/'],
    reason: 'decisions are pure: what they share is a guard or lives in the contract',
  },
  { from: 'store/', to: [], reason: 'a store knows the contract and the ledger, nothing of the service' },
  {
    from: 'signing/',
    to: ['store/port.ts', 'store/hasher.ts'],
    reason: 'signing reads the log and nothing else',
  },
  {
    from: 'adapters/',
    to: ['admission/acts.ts'],
    reason: 'an adapter does what it is told and reads no record',
  },
  {
    from: 'restore/',
    to: ['admission/acts.ts', 'store/port.ts', 'store/hasher.ts'],
    reason: 'a restore reads the log and nothing else',
  },
  { from: 'admission/', to: ['store/port.ts'], reason: 'the pipeline sees stores through their port' },
  { from: 'http/', to: ['admission/', 'store/port.ts'], reason: 'the transport hands calls to admission' },
]

test('folders of the runtime import only what lies below them', () => {
  const base = 'packages/runtime/src/'
  for (const { file, target } of imports) {
    const from = file.slice(base.length)
    const rule = runtimeRules.find((candidate) => file.startsWith(base) && from.startsWith(candidate.from))
    if (rule === undefined || !target.startsWith(base)) continue
    const to = target.slice(base.length)
    const allowed =
      to.startsWith(rule.from) || from === 'domains/index.ts' || rule.to.some((path) => to.startsWith(path))
    assert.ok(allowed, `${file} imports ${to}: ${rule.reason}`)
  }
})

test('one domain never imports another', () => {
  for (const { file, target } of imports) {
    const from = /\/domains\/([\w-]+)\//.exec(file)?.[1]
    const to = /\/domains\/([\w-]+)\//.exec(target)?.[1]
    assert.ok(from === undefined || to === undefined || from === to, `${file} imports the domain ${to}`)
  }
})

test('no inner file imports a barrel', () => {
  for (const { file, target } of imports) {
    assert.ok(
      !target.endsWith('/index.ts') || /compose\.ts$|main\.ts$/.test(file),
      `${file} imports ${target}: cycles begin there`,
    )
  }
})

test('every bound is held somewhere', () => {
  const text = shipped.map((file) => readFileSync(join(root, file), 'utf8')).join()
  for (const name of Object.keys(contract.limits))
    assert.ok(new RegExp(`limits\\.${name}\\b`).test(text), `nothing holds the bound ${name} of limits.ts`)
})

test('every kind of record is in the list that m7.state counts', () => {
  const exported: readonly unknown[] = Object.values(contract)
  const declared = exported.filter(
    (value): value is { kind: string } =>
      typeof value === 'object' && value !== null && 'kind' in value && 'index' in value,
  )
  assert.ok(declared.length > 40, `only ${declared.length} kinds were found`)
  for (const { kind } of declared)
    assert.ok(contract.recordKinds.includes(kind), `${kind} is missing from recordKinds in records.ts`)
})

test('every operation has one file, named alike in contract and runtime, with its test beside it', () => {
  const files = new Set(sources)
  for (const { name } of contract.operationList) {
    const file = sources.find(
      (candidate) =>
        candidate.startsWith('packages/contract/src/') &&
        readFileSync(join(root, candidate), 'utf8').includes(`  name: '${name}',`),
    )
    assert.ok(file !== undefined, `${name} has no file of its own in the contract`)
    const twin = file.replace('packages/contract/src/', 'packages/runtime/src/domains/')
    assert.ok(files.has(twin), `${name} is declared in ${file} but ${twin} is missing`)
    const test = twin.replace(/\.ts$/, '.test.ts')
    assert.ok(files.has(test), `${test} is missing: an operation comes with its test`)
  }
})
