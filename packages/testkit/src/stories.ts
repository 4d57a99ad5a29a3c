import type { Ref } from '@membrane/contract'
import type { CallOptions, World } from './world.ts'

export const people = { ada: 'human_person:ada', bob: 'human_person:bob', eve: 'human_person:eve' } as const
export const company = 'company_geist:acme'
export const office = 'managing_director'
export const evidence: Ref[] = ['evidence_bundle:register_extract']

interface Granted {
  readonly claim: Ref
  readonly evaluation: Ref
  readonly standing: Ref
}

/** Claims, evaluates and grants an office to Ada. */
export async function grantStanding(
  world: World,
  tenant: Ref,
  powers: readonly string[] = [],
  options: CallOptions = {},
): Promise<Granted> {
  const office_of = { actor: people.ada, company, office }
  const fixture = true
  const claimed = await world.admits('standing.claim', { tenant, ...office_of, evidence, fixture }, options)
  const standing_claim: Ref = claimed.standing_claim
  const evaluation = { tenant, standing_claim, evidence, fixture }
  const { standing_evaluation } = await world.admits('standing.evaluate', evaluation, options)
  const grant = { tenant, standing_claim, standing_evaluation, ...office_of, powers, fixture }
  const { standing } = await world.admits('standing.grant', grant, options)
  return { claim: standing_claim, evaluation: standing_evaluation, standing }
}

/** Delegates a scope from a source held by Ada to Bob. */
export async function delegateMandate(
  world: World,
  tenant: Ref,
  source_standing: Ref,
  act_scope: readonly string[],
  rest: object = {},
): Promise<Ref> {
  const human_presence_receipt = await world.presence(tenant, { subject: people.ada })
  const body = await world.admits('mandate.delegate', {
    tenant,
    principal: people.ada,
    delegate: people.bob,
    source_standing,
    act_scope,
    readable_lens: [],
    human_presence_receipt,
    fixture: true,
    ...rest,
  })
  return body.mandate
}
