import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@membrane/contract'
import {
  advisor,
  approval,
  clearance,
  company,
  evidence,
  forkIn,
  invoiceEvidence,
  office,
  paymentEvidence,
  people,
  projectIn,
  refusing,
  World,
} from '@membrane/testkit'

const invoice = { amount_cents: 100, currency: 'EUR', evidence: invoiceEvidence }

test('every operation is admitted anew, in order, and cites its atoms in the projection', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const made = await projectIn(world, reality, 'economy.invoice', invoice)
  const payment = { invoice: made.result.invoice, evidence: paymentEvidence }
  const paid = await projectIn(world, reality, 'economy.paymentObservation', payment)
  const fact = { invoice: made.atom, payment_observation: paid.atom, advisor_evidence: advisor }
  await projectIn(world, reality, 'economy.bookkeepingFact', fact)
  await world.admits('reality.commit', { reality, evidence: [paid.atom, ...evidence] })

  const answer = await world.call('reality.promote', { reality, evidence: approval })
  assert.equal(answer.outcome, 'admitted')
  const { body } = answer
  assert.equal(body.status, 'promoted')
  assert.match(body.promotion_atom, /^promotion_atom:/)
  const operations = body.steps.map(({ operation }: { operation: string }) => operation)
  assert.deepEqual(operations, [
    'economy.invoice',
    'economy.paymentObservation',
    'economy.bookkeepingFact',
    'reality.commit',
  ])
  const [invoiced] = body.steps
  assert.notEqual(invoiced.body.invoice, made.atom, 'a new atom of the record')
  assert.deepEqual(body.promoted[0], {
    projected: { kind: 'invoice', ref: made.atom, version: 1 },
    promoted: { kind: 'invoice', ref: invoiced.body.invoice, version: 1 },
  })
  const { commits } = await world.admits('commit.recent', { ref: invoiced.body.invoice })
  const first = commits.at(-1)
  assert.equal(first.operation, 'economy.invoice')
  assert.equal(first.reality, 'reality:record')
  assert.ok(
    first.causes.some(
      ({ ref, version }: { ref: string; version: number }) => ref === made.atom && version === 1,
    ),
  )
  await world.admits('economy.periodClose', { evidence: clearance })
  const { counts } = await world.admits('m7.state')
  assert.deepEqual([counts.invoices, counts.paymentObservations, counts.evidenceAtoms], [1, 1, 1])
})

test('authority runs in a projection too, and the digest of a reason is promoted as it is', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const held = { actor: people.ada, company, office, fixture: true }
  const claimed = await projectIn(world, reality, 'standing.claim', { ...held, evidence })
  const { standing_claim } = claimed.result
  const evaluation = { standing_claim, evidence, fixture: true }
  const { result } = await projectIn(world, reality, 'standing.evaluate', evaluation)
  const grant = { ...held, standing_claim, standing_evaluation: result.standing_evaluation, powers: ['a'] }
  const granted = await projectIn(world, reality, 'standing.grant', grant)
  const revoke = { standing: granted.result.standing, reason: 'it ended', fixture: true }
  await projectIn(world, reality, 'standing.revoke', revoke)
  const body = await world.admits('reality.promote', { reality, evidence: approval })
  const states = (ref: string) =>
    world.runtime.store.atom(
      { tenant: 'tenant_node:fixture', layers: [{ reality: 'reality:record', before: null }] },
      'standing_grant',
      ref,
    )
  const stored = await states(body.steps[2].body.standing)
  const { status, reason_digest } = JSON.parse(stored!.state)
  assert.equal(status, 'revoked')
  assert.match(reason_digest, /^sha256:/)
})

test('each operation reads what those before it wrote, and no version that they left behind', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const made = await projectIn(world, reality, 'economy.invoice', invoice)
  const payment = { invoice: made.atom, evidence: paymentEvidence }
  await projectIn(world, reality, 'economy.paymentObservation', payment)
  await projectIn(world, reality, 'economy.periodClose', { evidence: clearance })
  const later = await projectIn(world, reality, 'economy.invoice', invoice)
  assert.equal(later.result.period, '2026-07')
  const body = await world.admits('reality.promote', { reality, evidence: approval })
  assert.equal(body.steps[3].body.period, '2026-07')
})

test('what today refuses refuses all of it, with its code and the atom', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  await projectIn(world, reality, 'economy.invoice', invoice)
  const named = { ...invoice, invoice: 'invoice:named' }
  await projectIn(world, reality, 'economy.invoice', named)
  await world.admits('economy.invoice', named)
  const before = (await world.admits('m7.state')).counts
  const promote = { reality, evidence: approval }
  const refused = await world.refuses('reality.promote', 'economic_invoice_already_exists', promote)
  assert.equal(refused.body.failed_atom, 'invoice:named')
  assert.equal(refused.body.failed_step, 'economy.invoice')
  assert.deepEqual((await world.admits('m7.state')).counts, before)
  await world.admits('reality.discard', { reality })
})

test('what today finds done already is not done twice', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const close = { period: '2026-03', evidence: clearance }
  await projectIn(world, reality, 'economy.periodClose', close)
  await projectIn(world, reality, 'economy.invoice', invoice)
  await world.admits('economy.periodClose', close)
  const body = await world.admits('reality.promote', { reality, evidence: approval })
  assert.equal(body.steps.length, 1)
})

test('promotions at once: one wins, and nothing is promoted twice', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  await projectIn(world, reality, 'economy.invoice', invoice)
  const promote = { reality, evidence: approval }
  const answers = await Promise.all(Array.from({ length: 6 }, () => world.call('reality.promote', promote)))
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1)
  for (const { body } of answers)
    if (body.refusal_code !== undefined) assert.equal(body.refusal_code, 'reality_not_projected')
  assert.equal((await world.admits('m7.state')).counts.invoices, 1)
})

test('a commit that races a promotion is in it, or is refused', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  await projectIn(world, reality, 'economy.invoice', invoice)
  const late = { reality, operation: 'economy.invoice', input: invoice }
  const [promoted, ...commits] = await Promise.all([
    world.admits('reality.promote', { reality, evidence: approval }),
    ...Array.from({ length: 6 }, () => world.call('reality.commit', late)),
  ])
  const admitted = commits.filter(({ outcome }) => outcome === 'admitted').length
  assert.equal(promoted.steps.length, 1 + admitted)
  for (const { outcome, body } of commits)
    if (outcome === 'refused') assert.equal(body.refusal_code, 'reality_not_projected')
})

test('behind a real gate the promoter needs the scope of every operation', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const token = (scopes: string[]) => world.session('tenant_node:fixture', { scopes })
  const wide = { token: await token(['*']) }
  const { projection: reality } = await world.admits('reality.fork', {}, wide)
  await projectIn(world, reality, 'economy.invoice', invoice, wide)
  const promote = { reality, evidence: approval }
  const narrow = { token: await token(['reality']) }
  const refused = await world.refuses('reality.promote', 'scope_mismatch', promote, narrow)
  assert.equal(refused.body.failed_step, 'economy.invoice')
  await world.admits('reality.promote', promote, wide)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const refuses = refusing(t, world, 'reality.promote', { reality, evidence: approval })
  await refuses('reality_unspecified', { reality: undefined })
  await refuses('reality_promotion_authority_missing', { evidence: undefined })
  await refuses('reality_promotion_authority_missing', { evidence: ['evidence_bundle:approval'] })
  await refuses('reality_promotion_authority_missing', { evidence: ['mandate:promotion_approval'] })
  await refuses('reality_unknown', { reality: 'reality:none' })
  await refuses('reality_not_projected', { reality: 'reality:record' })
  await refuses('reality_promotion_atom_missing')
  for (let made = 0; made <= limits.promotionOperationsMax; made++)
    await world.admits('reality.commit', { reality, evidence })
  await refuses('reality_promotion_too_large')
  const { conflicts, mergeable } = await world.admits('reality.diff', { reality })
  assert.deepEqual(conflicts, [{ ref: reality, reason: 'reality_promotion_too_large' }])
  assert.equal(mergeable, false)
})

test('as many operations as the limit says are one act', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  for (let made = 0; made < limits.promotionOperationsMax; made++)
    await world.admits('reality.commit', { reality, evidence })
  const body = await world.admits('reality.promote', { reality, evidence: approval })
  assert.equal(body.steps.length, limits.promotionOperationsMax)
})
