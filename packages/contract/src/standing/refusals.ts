import { authority, evidence, state, unknown } from '../refusal.ts'

export const standingRefusals = {
  standing_presence_cannot_create_authority: authority(
    'Presence never creates standing; only authority evidence does.',
  ),
  standing_claim_unknown: unknown('The standing claim must be one of this tenant.'),
  standing_evaluation_required: evidence('A grant rests on an evaluation of its claim.'),
  standing_evaluation_unknown: unknown('The evaluation must be one of this tenant.'),
  standing_evaluation_claim_mismatch: authority('The evaluation must be of the claim that is granted.'),
  standing_evaluation_not_grantable: authority('The evaluation must have found the claim grantable.'),
  standing_evaluation_consumed: state('An evaluation carries one grant.'),
  standing_grant_claim_mismatch: authority("A grant is for its claim's actor, company and office."),
  standing_unknown: unknown('The standing must be one of this tenant.'),
} as const
