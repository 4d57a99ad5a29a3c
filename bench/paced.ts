import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { rateOf, type Rate, type Served } from './harness.ts'

export interface PacedLoad {
  readonly path: string
  /** Bodies that are sent in turn. */
  readonly bodies: readonly object[]
  readonly perSecond: number
  readonly connections: number
  readonly seconds: number
}

/** Calls of the first moments are not counted: connections are made and plans prepared. */
const warmUpMs = 1000

/**
 * Sends calls at an even pace, whether or not earlier ones were answered. The time of a call counts from when it was
 * due, so one that had to wait for a connection is as slow as its caller would say.
 */
export async function drivePaced({ url }: Served, load: PacedLoad): Promise<Rate> {
  const { path, perSecond, connections, seconds } = load
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const bodies = load.bodies.map((body) => JSON.stringify(body))
  const times: number[] = []
  const calls: Promise<void>[] = []
  const began = performance.now()
  const lastMs = warmUpMs + seconds * 1000
  for (let elapsed = 0; elapsed < lastMs; elapsed = performance.now() - began) {
    while (calls.length < (elapsed * perSecond) / 1000) {
      const dueMs = (calls.length * 1000) / perSecond
      const body = bodies[calls.length % bodies.length]!
      calls.push(
        send(agent, `${url}${path}`, body).then(() => {
          if (dueMs >= warmUpMs) times.push(performance.now() - began - dueMs)
        }),
      )
    }
    await sleep(1)
  }
  await Promise.all(calls)
  agent.destroy()
  return rateOf(times, times.length / seconds)
}

function send(agent: Agent, url: string, body: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sent = request(url, { method: 'POST', agent, headers }, (response) => {
    response.resume()
    response.once('end', () => {
      if (response.statusCode === 200) resolve()
      else reject(new Error(`${url} answered ${response.statusCode}`))
    })
  })
  sent.once('error', reject)
  sent.end(body)
  return promise
}
