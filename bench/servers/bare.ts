import Fastify from 'fastify'
import { operations, responseSchema, requestSchema } from '@membrane/contract'

/** A bare Fastify route with the schemas and the payload size of `standing.claim`, and nothing behind it. */
const { path, example } = operations['standing.claim']
const answer = JSON.parse(process.env.BENCH_ANSWER!) as Record<string, unknown>
const app = Fastify()
const transport = { ...requestSchema(operations['standing.claim']), additionalProperties: true }
const body = {
  type: 'object',
  required: ['body'],
  properties: { body: responseSchema(operations['standing.claim']) },
  additionalProperties: true,
}

app.post(path, { schema: { body: transport, response: { 200: body } } }, async () => answer)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address() as { port: number }
process.stdout.write(
  `bare route for ${Object.keys(example).length} fields on http://127.0.0.1:${address.port}\n`,
)
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
