import type { Ref } from '@membrane/contract'
import type { Stage } from './stage.ts'

/** The person whose office the journey is about. */
export const actor: Ref = 'human_person:ada'

/** A person claims an office, the claim is evaluated on evidence, and standing is granted. */
export async function grantStanding(
  { membrane, tenant, chapter, step, refused }: Stage,
  company: Ref,
): Promise<Ref> {
  chapter('An office, from a claim to standing')
  const evidence = ['evidence_bundle:register_extract']
  const held = { tenant, actor, company, office: 'managing_director', fixture: true }
  await refused(
    membrane.standingClaim({ ...held, evidence, create_standing_from_presence: true }),
    'standing_presence_cannot_create_authority',
  )
  const { standing_claim } = await step(membrane.standingClaim({ ...held, evidence }))
  await step(membrane.standingEvaluate({ tenant, standing_claim, evidence: [], fixture: true }))
  const evaluated = await step(membrane.standingEvaluate({ tenant, standing_claim, evidence, fixture: true }))
  const { standing_evaluation } = evaluated
  const powers = ['invoice.approve', 'payment.release']
  const grant = { ...held, standing_claim, standing_evaluation, powers }
  const { standing } = await step(membrane.standingGrant(grant))
  await refused(membrane.standingGrant(grant), 'standing_evaluation_consumed')
  return standing
}

/** Standing ends, for ever; saying so again changes nothing. */
export async function revokeStanding(
  { membrane, tenant, chapter, step }: Stage,
  standing: Ref,
): Promise<void> {
  chapter('The office ends')
  const revoke = { tenant, standing, reason: 'the term of office ended', fixture: true }
  await step(membrane.standingRevoke(revoke))
  await step(membrane.standingRevoke(revoke))
}
