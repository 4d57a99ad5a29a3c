import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operationList } from '@membrane/contract'
import { World } from '@membrane/testkit'
import { commonOptions } from '../command.ts'
import { remoteOptions } from '../remote.ts'
import { membrane } from '../testing/terminal.ts'

let world: World
before(async () => {
  world = await World.start()
})
after(() => world[Symbol.asyncDispose]())

const base = (): string => `--base-url ${world.url}`
const office = '--actor human_person:ada --company company_geist:acme --office director'

test('no operation has a field that hides a flag of the command', () => {
  for (const { name, request } of operationList)
    for (const flag of Object.keys({ ...remoteOptions, ...commonOptions }))
      assert.ok(!Object.hasOwn(request, flag), `${name} has a field ${flag}`)
})

test('fields are flags, the body goes to standard output, the receipt to standard error', async () => {
  const evidence = '--evidence evidence_bundle:a --evidence evidence_bundle:b'
  const { code, out, err } = await membrane(`call standing.claim ${base()} ${office} ${evidence} --fixture`)
  assert.equal(code, 0)
  const { standing_claim, status } = JSON.parse(out) as Record<string, string>
  assert.equal(status, 'claimed')
  assert.match(err, /^admitted receipt:\S+\n$/)
  const evaluated = await membrane(
    `call standing.evaluate ${base()} --standing_claim ${standing_claim} --evidence [] --fixture true --json`,
  )
  const envelope = JSON.parse(evaluated.out) as Record<string, unknown>
  assert.deepEqual(Object.keys(envelope), ['operation', 'outcome', 'fixture', 'body', 'receipt'])
  assert.equal(envelope['outcome'], 'pending')
  assert.equal(evaluated.out.split('\n').length, 2)
})

test('a refusal exits 1 and says where it is explained', async () => {
  const { code, out, err } = await membrane(
    `call standing.revoke ${base()} --standing standing_grant:none --reason over --fixture`,
  )
  assert.equal(code, 1)
  assert.equal((JSON.parse(out) as { refusal_code: string }).refusal_code, 'standing_unknown')
  assert.match(err, /^membrane: refused: standing_unknown: .+ \(membrane explain standing_unknown\)\n$/)
})

test('a request comes as JSON, from standard input or the command line, and flags add to it', async () => {
  const body = { actor: 'human_person:ada', company: 'company_geist:acme', office: 'director', evidence: [] }
  const stdin = async (): Promise<string> => JSON.stringify({ ...body, fixture: true })
  const piped = await membrane(`call standing.claim ${base()} --json -`, { stdin })
  assert.equal(piped.code, 0, piped.err)
  const argued = await membrane([
    'call',
    'standing.claim',
    ...base().split(' '),
    '--fixture',
    JSON.stringify(body),
  ])
  assert.equal(argued.code, 0, argued.err)
})

test('numbers are numbers, and the token decides the tenant', async () => {
  const recent = await membrane(`call commit.recent ${base()} --limit 1`)
  assert.equal((JSON.parse(recent.out) as { commits: unknown[] }).commits.length, 1)
  const self = await membrane(`call tenant.self ${base()} --token membrane-fixture-session-secondary`)
  assert.equal((JSON.parse(self.out) as { tenant: string }).tenant, 'tenant_node:fixture_alternate')
  const wrong = await membrane(`call tenant.self ${base()} --token nobody`)
  assert.equal(wrong.code, 1)
})

test('what cannot be sent is a usage error', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['call', 'call needs an operation; membrane call --help lists them'],
    ['call standing.clam', 'standing.clam is not an operation; did you mean standing.claim?'],
    ['call standing.claim --ofice x', '--ofice is not a flag here; did you mean --office?'],
    ['call standing.claim --fixture=perhaps', '--fixture takes true or false'],
    ['call commit.recent --limit many', '--limit needs a number'],
    ['call commit.recent --limit', '--limit needs a value: NUMBER'],
    ['call standing.claim --evidence [', `--evidence needs JSON, such as '["one", "two"]'`],
    ['call standing.claim {', 'the body is not JSON'],
    ['call standing.claim []', 'the body must be a JSON object'],
    ['call standing.claim --base-url ftp://x', '--base-url must be an http or https URL'],
  ]
  for (const [line, message] of cases)
    assert.deepEqual(await membrane(line), { code: 2, out: '', err: `membrane: ${message}\n` }, line)
})

test('a server that is not there is one line that says what to do', async () => {
  const gone = await World.start()
  const { url } = gone
  await gone[Symbol.asyncDispose]()
  const { code, err } = await membrane(`call tenant.self --base-url ${url}`)
  assert.equal(code, 1)
  assert.equal(
    err,
    `membrane: tenant.self: no answer from ${url}; membrane serve starts a server, --base-url names another\n`,
  )
})

test('help of an operation shows its fields and route', async () => {
  const { out } = await membrane('call standing.claim --help')
  assert.match(out, /^ {2}route +POST \/v1\/standing\/claim$/m)
  assert.match(out, /^ {2}--office VALUE +must not be empty \(required\)$/m)
  assert.match(out, /^ {2}--evidence VALUE … /m)
})
