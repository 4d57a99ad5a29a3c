import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { compose, readConfig } from '@membrane/runtime'
import { command } from '../command.ts'
import { say, sayJson } from '../io.ts'
import { openStage } from '../journey/stage.ts'
import { play } from '../journey/play.ts'
import { connect, remoteOptions } from '../remote.ts'

export const journey = command({
  name: 'journey',
  summary: 'Plays the documented story, one line per step',
  usage: 'membrane journey [--base-url URL] [--token TOKEN]',
  examples: [
    { line: 'membrane journey', summary: 'against a server of its own, in memory' },
    { line: 'membrane journey --base-url http://127.0.0.1:8080', summary: 'against a running server' },
    { line: 'membrane journey --json', summary: 'one JSON line per step' },
  ],
  options: {
    ...remoteOptions,
    'base-url': {
      type: 'string',
      value: 'URL',
      summary: 'the server; without it one is started for the journey',
    },
  },
  wordsMax: 0,
  async run({ values }, io) {
    const started = values['base-url'] === undefined ? await startServer() : undefined
    await using server = started
    const at =
      server === undefined ? connect(values, io) : connect({ 'base-url': server.url }, { ...io, env: {} })
    const json = values.json ?? false
    if (!json)
      say(io.stdout, `against ${at.baseUrl}${server === undefined ? '' : ', started for this journey'}`)
    const stage = openStage({ membrane: at.membrane, mark: randomBytes(4).toString('hex'), json }, io)
    await play(stage)
    if (json) sayJson(io.stdout, { journey: 'done', steps: stage.steps(), commits: stage.receipts.length })
    else say(io.stdout, `${stage.steps()} steps, ${stage.receipts.length} commits`)
    return 0
  },
})

interface Started extends AsyncDisposable {
  readonly url: string
}

/** A quiet runtime in memory on a free port, whatever the environment says. */
async function startServer(): Promise<Started> {
  const config = readConfig({ MEMBRANE_PORT: '0', MEMBRANE_LOG_LEVEL: 'silent' })
  const runtime = await compose(config)
  await runtime.app.listen({ host: config.host, port: config.port })
  const { port } = runtime.app.server.address() as AddressInfo
  return {
    url: `http://${config.host}:${port}`,
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  }
}
