import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { operations, type OperationName } from '@membrane/contract'
import {
  assertion,
  device,
  loginInProgress,
  people,
  registerPasskey,
  registration,
  rehearsePresence,
  startPostgres,
  World,
  type WorldOptions,
} from '@membrane/testkit'

const person = { tenant: 'tenant_node:acme', subject: people.ada }
const racers = 8
const stores: Readonly<Record<string, () => Promise<WorldOptions>>> = {
  memory: async () => ({}),
  postgres: async () => ({ databaseUrl: await (await startPostgres()).database() }),
}

/** Sends the requests at once: one is admitted, and each other is told that it came too late. */
async function oneWins(world: World, name: OperationName, bodies: readonly object[]): Promise<void> {
  const answers = await Promise.all(bodies.map((body) => world.call(name, body)))
  const losers = answers.filter(({ outcome }) => outcome === 'refused')
  assert.equal(
    answers.length - losers.length,
    1,
    `${name}: ${losers.length} of ${answers.length} were refused`,
  )
  for (const { status } of losers) assert.ok([403, 409].includes(status), `${name}: ${status}`)
}

function times<T>(make: (at: number) => T): T[] {
  return Array.from({ length: racers }, (_, at) => make(at))
}

for (const [store, options] of Object.entries(stores)) {
  suite(`used once, however many ask at once: ${store}`, () => {
    test('a challenge', async () => {
      await using world = await World.start(await options())
      const authenticator = device()
      const registered = await registration(world, person, authenticator)
      await oneWins(
        world,
        'humanAuth.registerPasskey',
        times(() => registered),
      )
      const signed = await assertion(world, person, authenticator)
      await oneWins(
        world,
        'humanAuth.verifyPasskey',
        times(() => signed),
      )
    })

    test('what a login consumes', async () => {
      await using world = await World.start(await options())
      const authenticator = device()
      await registerPasskey(world, person, authenticator)
      for (const shared of [
        'human_presence_receipt',
        'auth_rate_limit_evaluation',
        'login_challenge',
        'session',
      ]) {
        const bodies: Record<string, unknown>[] = []
        for (let at = 0; at < racers; at++) bodies.push(await loginInProgress(world, person, authenticator))
        const value = bodies[0]![shared]
        await oneWins(
          world,
          'auth.loginFinish',
          bodies.map((body) => ({ ...body, [shared]: value })),
        )
      }
    })

    test('a recovery policy', async () => {
      await using world = await World.start(await options())
      const human_presence_receipt = await rehearsePresence(world, person)
      const given = { tenant: person.tenant, actor: person.subject, human_presence_receipt }
      await world.admits('auth.recoveryPolicy', { ...operations['auth.recoveryPolicy'].example, ...given })
      const bodies = times((at) => ({
        ...operations['auth.recoveryExecute'].example,
        ...given,
        recovery_execution_ref: `auth_recovery_execution:${at}`,
      }))
      await oneWins(world, 'auth.recoveryExecute', bodies)
    })

    test('the enrolment token of a tenant', async () => {
      const { settings, ...rest } = await options()
      await using world = await World.start({ ...rest, settings: { ...settings, MEMBRANE_BEARER: 'writes' } })
      const { enrolment_token } = await world.admits('tenant.create', { requested_tenant: person.tenant })
      const bodies = await Promise.all(times(() => registration(world, person, device())))
      const asked = bodies.map((body) => ({ ...body, enrolment_token }))
      await oneWins(world, 'humanAuth.registerPasskey', asked)
    })
  })
}
