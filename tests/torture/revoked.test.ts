import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceIn, paymentEvidence } from '@membrane/testkit'
import { startTwo } from './two-servers.ts'
import { wholeLog } from './whole-log.ts'

const tenant = 'tenant_node:revoked'
const fixture = true

test('nothing of a session follows its revocation, on whichever server and however often it was decided', async (t) => {
  const worlds = await startTwo(t)
  await using one = worlds[0]
  await using two = worlds[1]
  const { invoice } = await invoiceIn(one, { tenant, amount_cents: 1_000_000 })
  const token = await one.session(tenant)
  const [active] = (await one.admits('auth.sessionList', {}, { token })).sessions as { session: string }[]
  const { session } = active!
  const revocation = { tenant, session, enforce_runtime_overlay: true, fixture }
  const payment = { tenant, invoice, amount_cents: 1, evidence: paymentEvidence }

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      at === 100
        ? two.call('authority.sessionRevoke', revocation, { token })
        : worlds[at % 2]!.call('economy.paymentObservation', payment, { token }),
    ),
  )
  const revoked = answers.splice(100, 1)[0]!
  assert.equal(revoked.outcome, 'admitted')
  const codes = answers.filter(({ outcome }) => outcome !== 'admitted').map(({ body }) => body.refusal_code)
  assert.deepEqual(
    codes,
    codes.map(() => 'session_revoked'),
  )
  const commits = await wholeLog(one, tenant)
  const of = commits.filter(
    ({ leaf }) =>
      (JSON.parse(Buffer.from(leaf).toString()) as { session: string | null }).session === session,
  )
  const last = revoked.receipt.log_index!
  assert.ok(of.every(({ sequence }) => sequence <= last))
  assert.equal(of.length, answers.length - codes.length + 1)
  for (const world of worlds) await world.refuses('tenant.self', 'session_revoked', {}, { token })
  t.diagnostic(`${of.length - 1} payments before the revocation, ${codes.length} after`)
})
