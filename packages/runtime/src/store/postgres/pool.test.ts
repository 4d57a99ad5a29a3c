import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPostgres } from '@membrane/testkit'
import { StoreUnavailableError } from '../port.ts'
import { Pool, type Connection } from './pool.ts'
import { parseTarget } from './target.ts'
import { Relay } from './testing/relay.ts'

test('connections that fell silent together cost one wait, not one each', async () => {
  const url = await (await startPostgres()).database()
  await using relay = await Relay.start(url)
  const pool = new Pool(parseTarget(relay.url)!, { connectMs: 1000, statementMs: 100, lockMs: 100 })
  const ping = (connection: Connection) => connection.run('select 1')
  await Promise.all(Array.from({ length: 4 }, () => pool.with(ping)))
  assert.equal(pool.idle, 4)
  relay.silence()
  await assert.rejects(pool.with(ping), StoreUnavailableError)
  await pool.with(ping)
  assert.deepEqual([pool.open, pool.idle], [1, 1])
  await pool.close()
})
