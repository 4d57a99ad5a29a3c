import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invoice, PaymentObservation, PeriodClose, Settlement } from '@membrane/contract'
import { invoiceEvidence, paymentEvidence, World } from '@membrane/testkit'
import * as fc from 'fast-check'
import { act, Player } from './testing/acts.ts'
import { checkJournal, checkMonths, checkSettlements, everything, newest } from './testing/books.ts'

const dayMs = 86_400_000

/** Days pass between the groups; the acts of a group happen at once. */
const history = fc.array(
  fc.record({ days: fc.nat(40), acts: fc.array(act, { minLength: 1, maxLength: 8 }) }),
  {
    minLength: 1,
    maxLength: 8,
  },
)

test('whatever happens at once, the books balance, nothing is lost, and what is closed stays', async () => {
  const seen = { settled: 0, over: 0, closed: 0, corrected: 0 }
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      await using world = await World.start()
      const player = new Player((name, body) => world.call(name, body), world.clock.now)
      for (const { days, acts } of groups) {
        world.clock.advance(days * dayMs)
        await Promise.all(acts.map((each) => player.play(each)))
      }
      const atoms = await everything(world)
      checkJournal(atoms)
      checkSettlements(
        atoms,
        player.payments.map(({ ref }) => ref),
      )
      checkMonths(atoms)
      const settlements = newest(atoms, Settlement)
      seen.settled += settlements.filter(({ state }) => state.status === 'closed').length
      seen.over += settlements.filter(({ state }) => state.unapplied_cents > 0).length
      seen.closed += newest(atoms, PeriodClose).length
      seen.corrected += newest(atoms, PaymentObservation).filter(
        ({ state }) => state.corrects !== null,
      ).length
    }),
    { numRuns: 60 },
  )
  for (const [what, count] of Object.entries(seen))
    assert.ok(count > 10, `the histories hardly held ${what}: ${count}`)
})

test('payments at once settle an invoice exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 12 }),
      async (parts) => {
        await using world = await World.start()
        const amount_cents = parts.reduce((sum, part) => sum + part, 0)
        const body = { amount_cents, currency: 'EUR', evidence: invoiceEvidence }
        const { invoice } = await world.admits('economy.invoice', body)
        const answers = await Promise.all(
          parts.map((part) =>
            world.admits('economy.paymentObservation', {
              invoice,
              amount_cents: part,
              evidence: paymentEvidence,
            }),
          ),
        )
        assert.equal(answers.filter(({ closureStatus }) => closureStatus === 'closed').length, 1)
        assert.equal(new Set(answers.map(({ settlement }) => settlement)).size, 1)
        const atoms = await everything(world)
        const [settlement] = newest(atoms, Settlement)
        assert.equal(settlement!.state.settled_cents, amount_cents)
        const [first] = newest(atoms, Invoice)
        assert.equal(first!.state.amount_cents, amount_cents)
      },
    ),
    { numRuns: 20 },
  )
})
