import { authority, presence, unknown } from '../refusal.ts'

export const mandateRefusals = {
  mandate_human_presence_required: presence('A delegation needs a human presence receipt.'),
  mandate_human_presence_unknown: presence('The presence receipt of a delegation must be known.'),
  mandate_self_delegation_refused: authority('Principal and delegate must be different persons.'),
  mandate_source_standing_unknown: unknown('The source standing must be one of this tenant.'),
  mandate_source_standing_revoked: authority('The source standing must be active.'),
  mandate_principal_mismatch: authority('The principal must be the holder of the source standing.'),
  mandate_act_scope_exceeds_powers: authority('The act scope must lie within the powers of its source.'),
  mandate_unknown: unknown('The mandate must be one of this tenant.'),
} as const
