import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval, forkIn, invoiceIn, payIn, paymentEvidence } from '@membrane/testkit'
import { startTwo } from './two-servers.ts'
import { wholeLog } from './whole-log.ts'

const tenant = 'tenant_node:projected'
const cents = 1_000_000

test('operations of a projection contend with each other, with its promotion and with the record', async (t) => {
  const worlds = await startTwo(t)
  await using one = worlds[0]
  await using two = worlds[1]
  const { invoice } = await invoiceIn(one, { tenant, amount_cents: cents })
  const reality = await forkIn(one, { tenant })
  const payment = { invoice, amount_cents: 1, evidence: paymentEvidence }
  const projected = { tenant, reality, operation: 'economy.paymentObservation', input: payment }
  await one.admits('reality.commit', projected)

  const isProjected = (at: number): boolean => at % 4 < 2
  const isPaid = (at: number): boolean => !isProjected(at) && at < 60
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, at) => {
      const world = worlds[at % 2]!
      if (isProjected(at)) return world.call('reality.commit', projected)
      if (isPaid(at)) return world.call('economy.paymentObservation', { tenant, ...payment })
      return world.call('reality.promote', { tenant, reality, evidence: approval })
    }),
  )

  const admitted = answers.filter(({ outcome }) => outcome === 'admitted')
  const promotions = admitted.filter(({ body }) => body.promotion_atom !== undefined)
  assert.equal(promotions.length, 1, 'a projection is promoted once')
  const taken = promotions[0]!.body.steps.length
  const inside = answers.filter(({ outcome }, at) => isProjected(at) && outcome === 'admitted')
  assert.equal(taken, 1 + inside.length, 'with all that was done in it, and nothing after')
  assert.ok(answers.every(({ outcome }, at) => !isPaid(at) || outcome === 'admitted'))
  const { remainingCents } = await payIn(two, invoice, { tenant, amount_cents: 1 })
  assert.equal(remainingCents, cents - answers.filter((_, at) => isPaid(at)).length - taken - 1)

  const commits = await wholeLog(one, tenant)
  assert.equal(new Set(admitted.map(({ receipt }) => receipt.commit)).size, admitted.length)
  assert.equal(commits.length, 4 + admitted.length + taken)
})
