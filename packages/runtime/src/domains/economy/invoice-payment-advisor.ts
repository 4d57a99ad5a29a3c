import { operations, type OperationName, type Ref } from '@membrane/contract'
import { admit, implement, passOn, type Step } from '../../admission/decision.ts'

export const invoicePaymentAdvisor = implement(operations['vertical.de.invoicePaymentAdvisor'], {
  facts: async (input, view) => {
    const steps: Step[] = []
    const run = async (name: OperationName, body: Readonly<Record<string, unknown>>): Promise<Step> => {
      const step = await view.run(name, body)
      steps.push(step)
      return step
    }
    const { invoice, amount_cents, currency, evidence, advisor_evidence } = input
    const invoiced = await run('economy.invoice', { invoice, amount_cents, currency, evidence })
    if (invoiced.refused) return { steps }
    const { invoice: named } = invoiced.body
    const paid = await run('economy.paymentObservation', { invoice: named, amount_cents, currency, evidence })
    if (paid.refused) return { steps }
    const payment_observation = paid.body.paymentObservation
    await run('economy.bookkeepingFact', { invoice: named, payment_observation, advisor_evidence })
    return { steps }
  },

  decide: (input, { steps }) => {
    const failed = steps.at(-1)!
    if (failed.refused) return passOn(failed.refused, { failed_step: failed.operation })
    const [invoiced, paid, booked] = steps.map(({ body }) => body as Readonly<Record<string, Ref>>)
    const body = {
      company: input.company ?? null,
      invoice: invoiced!.invoice!,
      receivableObligation: invoiced!.receivableObligation!,
      closureSurface: invoiced!.closureSurface!,
      paymentObservation: paid!.paymentObservation!,
      settlement: paid!.settlement!,
      bookkeepingFact: booked!.bookkeepingFact!,
    }
    return admit(body, [], { steps })
  },
})
