import type { Ref } from '@membrane/contract'
import { Failure } from '../command.ts'
import type { ProvePresence } from './passkey.ts'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** Part of the office is delegated to another person, who needs the delegator to be there. */
export async function delegate(stage: Stage, standing: Ref, present: ProvePresence): Promise<Ref> {
  const { membrane, tenant, chapter, step, refused } = stage
  chapter('A mandate, delegated in person')
  const mandate = {
    tenant,
    principal: actor,
    delegate: 'human_person:bob',
    source_standing: standing,
    act_scope: ['invoice.approve'],
    readable_lens: ['invoices'],
    fixture: true,
  }
  const human_presence_receipt = await present(['mandate.delegate'])
  await refused(
    membrane.mandateDelegate({ ...mandate, act_scope: ['company.dissolve'], human_presence_receipt }),
    'mandate_act_scope_exceeds_powers',
  )
  const { mandate: ref } = await step(membrane.mandateDelegate({ ...mandate, human_presence_receipt }))
  await expectStatus(stage, ref, 'active')
  return ref
}

/** A mandate rests on its source: when that ends, so does its effect. */
export async function endMandate(stage: Stage, mandate: Ref): Promise<void> {
  const { membrane, tenant, chapter, step } = stage
  chapter('The mandate, without its source')
  await expectStatus(stage, mandate, 'suspended_by_source')
  await step(membrane.mandateRevoke({ tenant, mandate, reason: 'its source ended', fixture: true }))
  await expectStatus(stage, mandate, 'revoked')
}

async function expectStatus(
  { membrane, tenant, step }: Stage,
  mandate: Ref,
  expected: string,
): Promise<void> {
  const { effective_status: status } = await step(membrane.mandateInspect({ tenant, mandate }))
  if (status !== expected) throw new Failure(`${mandate} is ${status} where it should be ${expected}`)
}
