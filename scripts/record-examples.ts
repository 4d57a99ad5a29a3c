import assert from 'node:assert/strict'
import { createMembrane, type MembraneOptions } from '@membrane/client'
import {
  fixtureTokens,
  operationList,
  operations,
  type Envelope,
  type Operation,
  type OperationName,
} from '@membrane/contract'
import type { OperationExample } from '@membrane/contract/examples'
import { MemoryStore } from '@membrane/runtime'
import { ManualClock, startPostgres, World } from '@membrane/testkit'
import { play } from '../packages/cli/src/journey/play.ts'
import { openStage } from '../packages/cli/src/journey/stage.ts'
import { pretty } from './golden-files.ts'
import { abridge, withPlaceholders } from './shorten-example.ts'

export interface Recorded {
  /** The examples by operation, in the order of the contract, as JSON. */
  readonly text: string
  /** Every bearer that was sent and everything that an answer shows once: none of it may be in the examples. */
  readonly secrets: ReadonlySet<string>
}

/**
 * Plays the journey and keeps the first call of each operation that did what it is for: on a server in memory, as
 * `npm start` runs one, and for what needs a durable record on one with a database.
 */
export async function recordExamples(): Promise<Recorded> {
  const found = new Map<OperationName, OperationExample>()
  const secrets = new Set<string>()
  const clock = new ManualClock()
  const openStore: NonNullable<Parameters<typeof World.start>[0]>['openStore'] = (naming) =>
    new MemoryStore({ clock: clock.now, ...naming })
  await record(await World.start({ clock, openStore }), found, secrets)
  const postgres = await startPostgres()
  await record(await World.start({ databaseUrl: await postgres.database() }), found, secrets)
  const missing = operationList.map(({ name }) => name).filter((name) => !found.has(name as OperationName))
  assert.deepEqual(missing, [], 'the journey calls every operation, and is admitted at least once')
  const examples = operationList.map(({ name }) => [name, found.get(name as OperationName)!] as const)
  return { text: pretty(Object.fromEntries(examples)), secrets }
}

async function record(
  started: World,
  found: Map<OperationName, OperationExample>,
  secrets: Set<string>,
): Promise<void> {
  await using world = started
  const recording: MembraneOptions['fetch'] = async (url, init) => {
    const response = await fetch(url, init)
    const envelope = (await response.clone().json()) as Envelope
    const operation: Operation = operations[envelope.operation as OperationName]
    const bearer = new Headers(init.headers).get('authorization')?.slice('Bearer '.length)
    for (const secret of [bearer, ...(operation.once ?? []).map((name) => envelope.body[name])])
      if (typeof secret === 'string') secrets.add(secret)
    const name = operation.name as OperationName
    if (/refused|failed/.test(envelope.outcome) || found.has(name)) return response
    const example = {
      path: url.slice(world.url.length).replaceAll('%3A', ':'),
      bearer: bearer === fixtureTokens.primary ? bearer : '<bearer_token>',
      ...(init.body === undefined ? {} : { request: JSON.parse(init.body as string) as object }),
      status: response.status,
      answer: envelope,
    }
    found.set(name, abridge(withPlaceholders(operation, example)))
    return response
  }
  const membrane = createMembrane({ baseUrl: world.url, token: fixtureTokens.primary, fetch: recording })
  const silent = { write: () => true }
  const io = {
    stdout: silent,
    stderr: silent,
    stdin: async () => '',
    env: {},
    isTTY: false,
    paint: (_: string, text: string) => text,
    now: () => 0,
  }
  await play(openStage({ membrane, mark: 'acme', json: false }, io))
}
