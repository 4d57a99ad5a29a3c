import { compose, MemoryStore, readConfig } from '@membrane/runtime'
import type { Hasher } from '@membrane/ledger'

/** Our server over a memory store that hashes neither leaves nor nodes: what is left is admission without the log. */
const nothing = new Uint8Array(32)
const hasher: Hasher = { leaf: () => nothing, node: () => nothing, empty: () => nothing }
const config = readConfig(process.env)
const runtime = await compose(config, {
  openStore: (naming) => new MemoryStore({ clock: Date.now, ...naming, hasher }),
})
await runtime.app.listen({ host: config.host, port: config.port })
const address = runtime.app.server.address() as { port: number }
process.stdout.write(`unhashed server on http://${config.host}:${address.port}\n`)
process.once('SIGTERM', () => void runtime[Symbol.asyncDispose]().then(() => process.exit(0)))
