import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { World } from '@membrane/testkit'
import { build } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { pack, published } from '../scripts/pack.ts'
import { Chromium, VirtualAuthenticator } from './browser/chromium.ts'
import { PageServer } from './browser/page-server.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
/** Nothing of an outer npm: its settings would reach the inner one. */
const outer = Object.entries(process.env).filter(
  ([name]) => !/^(?:npm_|MEMBRANE_|NODE_TEST|NODE_OPTIONS)/i.test(name),
)
const env = {
  ...Object.fromEntries(outer),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
}

let folder: string
let project: string
let tarballs: string[]

/** An empty project into which the tarballs are installed, as a stranger would. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'membrane-packed-'))
  tarballs = await pack(join(folder, 'tarballs'))
  project = await mkdtemp(join(folder, 'project-'))
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const flags = [
    '--prefer-offline',
    '--ignore-scripts',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
  ]
  await run('npm', ['install', ...flags, ...tarballs], { cwd: project, env, timeout: 120_000 })
})
after(() => rm(folder, { recursive: true }))

async function save(name: string, text: string): Promise<string> {
  const file = join(project, name)
  await writeFile(file, text)
  return file
}

test('the installed binary shows its help and plays the journey', async () => {
  const binary = join(project, 'node_modules/.bin/membrane')
  const help = await run(binary, ['--help'], { cwd: project, env })
  assert.match(help.stdout, /^Usage: membrane <command> \[flags\]$/m)
  const journey = await run(binary, ['journey', '--json'], { cwd: project, env })
  assert.match(journey.stdout, /"journey":"done"/)
})

const script = `
import { accepted, createMembrane } from '@membrane/client'

const membrane = createMembrane({ baseUrl: process.argv[2] })
const office = { actor: 'human_person:ada', company: 'company_geist:acme', office: 'director', fixture: true }
const claimed = await membrane.standingClaim({ ...office, evidence: [] })
console.log(accepted(claimed).standing_claim)
const refused = await membrane.standingRevoke({ standing: 'standing_grant:none', reason: 'over', fixture: true })
console.log(refused.outcome === 'refused' ? refused.code : 'not refused')
`

test('a script with the installed client calls a server', async () => {
  await using world = await World.start()
  const file = await save('script.js', script)
  const { stdout } = await run(process.execPath, [file, world.url], { cwd: project, env })
  assert.match(stdout, /^standing_claim:\S+\nstanding_unknown\n$/)
})

const pages = `
import { compose, readConfig } from '@membrane/runtime'

const runtime = await compose(readConfig({ MEMBRANE_LOG_LEVEL: 'silent' }))
for (const url of ['/docs', '/docs/operations/standing.claim', '/docs/docs.js']) {
  const { statusCode, body } = await runtime.app.inject({ url, headers: { host: '127.0.0.1' } })
  console.log(url, statusCode, body.includes('receipt:') || body.includes('Membrane API') || body.includes('fetch('))
}
await runtime[Symbol.asyncDispose]()
`

test('the installed runtime has its pages, with their examples and their script', async () => {
  const { stdout } = await run(process.execPath, [await save('pages.js', pages)], { cwd: project, env })
  const lines = ['/docs 200 true', '/docs/operations/standing.claim 200 true', '/docs/docs.js 200 true']
  assert.equal(stdout, `${lines.join('\n')}\n`)
})

test('a strict consumer compiles against the installed types, without those of Node', async () => {
  const consumer = `
import { createMembrane, parsePolicy, verifyReceipt } from '@membrane/client'
import { signIn } from '@membrane/client/passkeys'
import { operations } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'

export async function use(file: string, key: string): Promise<string> {
  const result = await createMembrane({ baseUrl: location.origin }).tenantSelf()
  if (result.outcome === 'refused') return result.code satisfies 'tenant_mismatch' | (string & {})
  const tenant: string = result.body.tenant
  // @ts-expect-error -- the types are there: this field is not
  void result.body.nothing
  const { leaf } = await verifyReceipt(file, parsePolicy(key))
  return canonicalJson({ tenant, signIn: signIn.name, path: operations['tenant.self'].path, commit: leaf.commit })
}
`
  await save('consumer.ts', consumer)
  const compilerOptions = {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'esnext',
    lib: ['esnext', 'dom'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  }
  await save('tsconfig.json', JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  for (const module of ['esnext', 'nodenext']) {
    const resolution = module === 'esnext' ? 'bundler' : 'nodenext'
    const flags = ['-p', project, '--module', module, '--moduleResolution', resolution]
    const { stdout } = await run(process.execPath, [tsc, ...flags], { cwd: project, env }).catch(
      (error: { stdout: string }) => error,
    )
    assert.equal(stdout, '', module)
  }
})

test('publint and are-the-types-wrong find nothing', async () => {
  for (const [index, name] of published.entries()) {
    const data = await readFile(tarballs[index]!)
    const tarball = new Uint8Array(data).buffer
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    const complaints = messages.map((message) => formatMessage(message, pkg, { color: false }))
    assert.deepEqual(complaints, [], name)
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(data)))
    assert.ok(analysis.types !== false, `${name} has no types`)
    const problems = analysis.problems.filter(
      ({ kind, ...rest }) =>
        // Packages of modules alone: CommonJS and node10 are not promised.
        kind !== 'CJSResolvesToESM' && !('resolutionKind' in rest && rest.resolutionKind === 'node10'),
    )
    assert.deepEqual(problems, [], name)
  }
})

test('the client with verification is below 30 kB minified and gzipped, and needs nothing of Node', async () => {
  const entry = `export { createMembrane, verifyReceipt, verifyReceiptBody, parsePolicy } from '@membrane/client'`
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: project },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const bytes = gzipSync(outputFiles[0]!.contents, { level: 9 }).length
  assert.ok(bytes > 3_000, `only ${bytes} bytes: something is missing`)
  assert.ok(bytes < 30_000, `${bytes} bytes`)
})

test('in Chromium the client calls, is refused, verifies a receipt, and signs a person in', async () => {
  const source = await readFile(join(import.meta.dirname, 'browser/client-page.js'), 'utf8')
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: project },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const site = {
    html: '<!doctype html><script type="module" src="page.js"></script>',
    script: outputFiles[0]!.text,
  }
  await using world = await World.start()
  await using server = await PageServer.start(world.url, site)
  await using chromium = await Chromium.start()
  const page = await chromium.browser.newPage()
  await VirtualAuthenticator.attach(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(server.origin)
  const act = (name: string, ...values: string[]): Promise<Record<string, unknown>> =>
    page.evaluate(`acts.${name}(${values.map((value) => JSON.stringify(value)).join()})`)

  const called = await act('call')
  assert.equal(called['outcome'], 'admitted')
  assert.match(String(called['leaf']), /^sha256:[0-9a-f]{64}$/)
  assert.deepEqual(await act('refusal'), { code: 'standing_unknown', status: 404 })
  assert.deepEqual(await act('once'), { replayed: true, same: true })
  assert.deepEqual(await act('pages'), { commits: 2 })
  const verified = { same: true, operation: 'standing.claim', changed: 'inclusion' }
  assert.deepEqual(await act('receipt'), verified)

  const registered = await act('register')
  assert.equal(registered['verified'], true)
  const signedIn = await act('signIn')
  assert.deepEqual(
    { actor: signedIn['actor'], same: signedIn['same'] },
    { actor: 'human_person:ada', same: true },
  )
  assert.deepEqual(await act('present'), { ceremony: 'webauthn' })
  assert.deepEqual(await act('elsewhere', world.url), { kind: 'network' })
  assert.deepEqual(errors, [])
})
