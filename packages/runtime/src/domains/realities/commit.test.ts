import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { operationList, operations, type OperationName, type RefusalCode } from '@membrane/contract'
import {
  approval,
  company,
  evidence,
  forkIn,
  invoiceEvidence,
  invoiceIn,
  office,
  paymentEvidence,
  people,
  projectIn,
  refusing,
  World,
} from '@membrane/testkit'

const claim = { actor: people.ada, company, office, evidence, fixture: true }
const invoice = { amount_cents: 100, currency: 'EUR', evidence: invoiceEvidence }

suite('inside a projection', () => {
  test('an operation reads the record at the base, and what was done before it', async () => {
    await using world = await World.start()
    const before = await invoiceIn(world)
    const reality = await forkIn(world)
    const after = await invoiceIn(world)
    const pay = (of: string) => ({ invoice: of, evidence: paymentEvidence })
    const paid = await projectIn(world, reality, 'economy.paymentObservation', pay(before.invoice))
    assert.equal(paid.result.closureStatus, 'closed')
    const commit = { reality, operation: 'economy.paymentObservation', input: pay(after.invoice) }
    await world.refuses('reality.commit', 'economic_invoice_unknown', commit)

    const made = await projectIn(world, reality, 'economy.invoice', invoice)
    assert.equal(made.atom, made.result.invoice)
    await projectIn(world, reality, 'economy.paymentObservation', pay(made.result.invoice))
  })

  test('the record sees nothing of it: no atom, no count, no evidence, no settlement', async () => {
    await using world = await World.start()
    const { invoice: owed } = await invoiceIn(world)
    const reality = await forkIn(world)
    const before = await readAll(world)
    const made = await projectIn(world, reality, 'economy.invoice', invoice)
    const payment = { invoice: owed, evidence: ['evidence_bundle:payment_observation_unseen'] }
    await projectIn(world, reality, 'economy.paymentObservation', payment)
    await world.admits('reality.commit', { reality, evidence: ['evidence_bundle:advisor_review_unseen'] })
    assert.deepEqual(await readAll(world), before)
    const unseen = { invoice: made.atom, evidence: paymentEvidence }
    await world.refuses('economy.paymentObservation', 'economic_invoice_unknown', unseen)
  })

  test('projections do not see each other, and reserve nothing', async () => {
    await using world = await World.start()
    const [one, two] = [await forkIn(world), await forkIn(world)]
    const named = { ...invoice, invoice: 'invoice:same' }
    await projectIn(world, one, 'economy.invoice', named)
    await projectIn(world, two, 'economy.invoice', named)
    await world.admits('economy.invoice', named)
    const commit = { reality: one, operation: 'economy.invoice', input: named }
    await world.refuses('reality.commit', 'economic_invoice_already_exists', commit)
  })

  test('what changes nothing leaves nothing', async () => {
    await using world = await World.start()
    const reality = await forkIn(world)
    const close = { evidence: ['evidence_bundle:closure_clearance'] }
    await projectIn(world, reality, 'economy.periodClose', close)
    const again = await world.call('reality.commit', {
      reality,
      operation: 'economy.periodClose',
      input: close,
    })
    assert.equal(again.outcome, 'verified')
    assert.equal(again.body.atom, null)
    assert.equal(again.receipt.commit, null)
  })

  test('an input is kept without what is not to be kept', async () => {
    await using world = await World.start()
    const reality = await forkIn(world)
    const claimed = await projectIn(world, reality, 'standing.claim', claim)
    const { standing_claim } = claimed.result
    const evaluation = { standing_claim, evidence, fixture: true }
    const evaluated = await projectIn(world, reality, 'standing.evaluate', evaluation)
    const { standing_evaluation } = evaluated.result
    const { evidence: _, ...held } = claim
    const grant = { ...held, standing_claim, standing_evaluation, powers: [] }
    const { result } = await projectIn(world, reality, 'standing.grant', grant)
    const revoke = { standing: result.standing, reason: 'a secret reason', fixture: true }
    await projectIn(world, reality, 'standing.revoke', revoke)
    const commits = await world.runtime.store.commitsFrom('tenant_node:fixture', 0, 100)
    const states = commits.flatMap(({ atoms }) => atoms.map(({ state }) => state))
    assert.ok(!states.some((state) => state.includes('a secret reason')))
  })

  test('a manifest is kept in its canonical form, without what nobody knows in it', async () => {
    await using world = await World.start()
    const reality = await forkIn(world)
    const { tenant: _, ...example } = operations['capability.publish'].example
    const effect_grammar = [{ effect_kind: 'mail.send', comment: 'a secret word' }]
    const publish = { ...example, effect_grammar, imports: [], note: 'a secret word' }
    const whole = { manifest: { ...publish, name: 'whole' } }
    const made = await projectIn(world, reality, 'capability.publish', publish)
    await projectIn(world, reality, 'capability.publish', whole)
    const commits = await world.runtime.store.commitsFrom('tenant_node:fixture', 0, 100)
    const states = commits.flatMap(({ atoms }) => atoms.map(({ state }) => state))
    assert.ok(!states.some((state) => state.includes('a secret word')))
    const { promoted } = await world.admits('reality.promote', { reality, evidence: approval })
    assert.ok(promoted.some(({ promoted: { ref } }: { promoted: { ref: string } }) => ref === made.atom))
  })

  test('commits at once are all kept, or lose and are decided again', async () => {
    await using world = await World.start()
    const { invoice: owed } = await invoiceIn(world, { amount_cents: 10 })
    const reality = await forkIn(world)
    const input = { invoice: owed, amount_cents: 1, evidence: paymentEvidence }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => projectIn(world, reality, 'economy.paymentObservation', input)),
    )
    assert.equal(answers.filter(({ result }) => result.closureStatus === 'closed').length, 1)
  })
})

test('behind a real gate the caller needs the scope of the operation too', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const narrow = { token: await world.session('tenant_node:fixture', { scopes: ['reality'] }) }
  const { projection: reality } = await world.admits('reality.fork', {}, narrow)
  const commit = { reality, operation: 'economy.invoice', input: invoice }
  await world.refuses('reality.commit', 'scope_mismatch', commit, narrow)
  const wide = { token: await world.session('tenant_node:fixture', { scopes: ['reality', 'economy'] }) }
  await world.admits('reality.commit', commit, wide)
})

test('an operation refuses inside as it does outside, and says where in its input', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  for (const { name, projectable } of operationList) {
    if (projectable !== true) continue
    const outside = await world.call(name as OperationName, {})
    const inside = await world.call('reality.commit', { reality, operation: name, input: {} })
    assert.equal(inside.body.refusal_code, outside.body.refusal_code, name)
    const places = (fields: { path: string }[] = []): string[] => fields.map(({ path }) => path)
    assert.deepEqual(
      places(inside.body.fields),
      places(outside.body.fields).map((path) => `/input${path}`),
    )
  }
})

test('bare evidence is an atom of its own, in a projection and in the record', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const inside = await world.admits('reality.commit', { reality, evidence })
  assert.match(inside.atom, /^evidence_atom:/)
  const outside = await world.admits('reality.commit', { reality: 'reality:record', evidence })
  assert.equal(outside.reality, 'reality:record')
  assert.equal((await world.admits('m7.state')).counts.evidenceAtoms, 1)
})

suite('gravity', () => {
  test('nothing in the record rests on a projection', async () => {
    await using world = await World.start()
    const reality = await forkIn(world)
    const { atom, atoms } = await projectIn(world, reality, 'economy.invoice', {
      ...invoice,
      invoice: 'invoice:named',
    })
    const refs = [atom, ...atoms.map(({ ref }: { ref: string }) => ref)]
    for (const ref of refs) {
      const leak = { reality: 'reality:record', evidence: [ref] }
      await world.refuses('reality.commit', 'reality_record_cites_projected', leak)
    }
    await world.admits('reality.commit', { reality, evidence: [atom] })
    await invoiceIn(world, { invoice: 'invoice:named' })
    await world.admits('reality.commit', { reality: 'reality:record', evidence: ['invoice:named'] })
  })

  test('a projection rests on no other projection, on the record it may', async () => {
    await using world = await World.start()
    const { invoice: recorded } = await invoiceIn(world)
    const [one, two] = [await forkIn(world), await forkIn(world)]
    const { atom } = await projectIn(world, one, 'economy.invoice', invoice)
    const bare = { reality: two, evidence: [atom] }
    await world.refuses('reality.commit', 'reality_projected_cites_other_projection', bare)
    const input = { ...invoice, evidence: [...invoiceEvidence, atom] }
    const inner = { reality: two, operation: 'economy.invoice', input }
    await world.refuses('reality.commit', 'reality_projected_cites_other_projection', inner)
    await world.admits('reality.commit', { reality: two, evidence: [recorded, 'effect_receipt:none'] })
  })

  test('an atom of the record that a projection changed is still one of the record', async () => {
    await using world = await World.start()
    const { invoice: owed, receivableObligation } = await invoiceIn(world)
    const reality = await forkIn(world)
    const input = { invoice: owed, evidence: paymentEvidence }
    await projectIn(world, reality, 'economy.paymentObservation', input)
    const cite = { reality: 'reality:record', evidence: [receivableObligation] }
    await world.admits('reality.commit', cite)
  })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const refuses = refusing(t, world, 'reality.commit', { reality, evidence })
  for (const unspecified of [null, '', 'no reference'])
    await refuses('reality_unspecified', { reality: unspecified, leak_to_record: true })
  await refuses('reality_record_cites_projected', { reality: 'reality:none', leak_to_record: true })
  await refuses('reality_record_cites_projected', { leak_to_record: true })
  await refuses('reality_unknown', { reality: 'reality:none' })
  await refuses('required_evidence_missing', { evidence: undefined })
  await refuses('required_evidence_missing', { evidence: [] })
  await refuses('reality_not_projected', { reality: 'reality:record', operation: 'economy.invoice' })
  const outside: readonly string[] = [
    'effect.intent',
    'effect.dispatch',
    'tenant.create',
    'reality.promote',
    'x',
  ]
  for (const operation of outside) await refuses('reality_operation_not_projectable', { operation })
  const elsewhere = { ...invoice, tenant: 'tenant_node:elsewhere' }
  await refuses('tenant_mismatch', { operation: 'economy.invoice', input: elsewhere })
  const raw: RefusalCode = 'raw_material_refused'
  await refuses(raw, { operation: 'economy.invoice', input: { ...invoice, raw_invoice: 'secret' } })
  const customer = { ...invoice, contains_customer_data: true }
  await refuses('customer_data_forbidden', { operation: 'economy.invoice', input: customer })
})

async function readAll(world: World): Promise<unknown> {
  const { counts } = await world.admits('m7.state')
  const { connectors } = await world.admits('evidence.connectors.status')
  const { commits: _, ...seen } = counts
  return { seen, connectors }
}
