import type { AddressInfo } from 'node:net'
import { limits } from '@membrane/contract'
import { compose, type Runtime } from './compose.ts'
import { readConfig, type Config } from './config.ts'

/**
 * Connections that may wait to be accepted. Beyond Node's 511 a caller's first packet is dropped, and it waits a second
 * before it sends another; the kernel cuts this to its own bound.
 */
const backlog = 4096

/**
 * Runs the server until SIGTERM or SIGINT: then new requests are refused, running ones finish, and the process
 * ends with 0, at the latest after the grace time. A failure that nobody waited for is a bug of one call, which must
 * not end all others: it is logged.
 */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const config = readConfig(environment)
  const runtime = await compose(config)
  process.on('unhandledRejection', (reason) => {
    const err = reason instanceof Error ? reason : new Error(String(reason))
    runtime.logger.error({ err }, 'a failure that nobody waited for')
  })
  try {
    await runtime.app.listen({ host: config.host, port: config.port, backlog })
  } catch (error) {
    await runtime[Symbol.asyncDispose]()
    throw error
  }
  process.stdout.write(`${welcome(config, runtime)}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(runtime))
}

async function stop(runtime: Runtime): Promise<void> {
  setTimeout(() => process.exit(0), limits.stopGraceMs - 500).unref()
  await runtime[Symbol.asyncDispose]()
  process.exit(0)
}

/** The first line: where it listens, the store, the mode, and what is open. */
function welcome(config: Config, { app, store }: Runtime): string {
  const { address, family, port } = app.server.address() as AddressInfo
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  const open = config.bearer === 'listed' ? 'writes without a bearer are open' : 'every write needs a bearer'
  return `membrane listens on ${url}, storage ${store.storage}, ${config.rootSigning}, production closed; ${open}`
}
