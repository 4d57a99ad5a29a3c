import { authority, evidence, state, unknown } from '../refusal.ts'

export const standingRefusals = {
  standing_presence_cannot_create_authority: authority(
    'Presence never creates standing; only authority evidence does.',
    'Leave create_standing_from_presence out, or false, and cite authority evidence.',
  ),
  standing_claim_unknown: unknown(
    'The standing claim must be one of this tenant.',
    'Send the standing_claim that standing.claim answered in this tenant.',
  ),
  standing_evaluation_required: evidence(
    'A grant rests on an evaluation of its claim.',
    'Evaluate the claim with standing.evaluate, and send the standing_evaluation that it answers.',
  ),
  standing_evaluation_unknown: unknown(
    'The evaluation must be one of this tenant.',
    'Send the standing_evaluation that standing.evaluate answered in this tenant.',
  ),
  standing_evaluation_claim_mismatch: authority(
    'The evaluation must be of the claim that is granted.',
    'Send the claim that was evaluated, or an evaluation of this one.',
  ),
  standing_evaluation_not_grantable: authority(
    'The evaluation must have found the claim grantable.',
    'Evaluate the claim again with authority evidence; presence is none.',
  ),
  standing_evaluation_consumed: state(
    'An evaluation carries one grant.',
    'Evaluate the claim again for another grant.',
  ),
  standing_grant_claim_mismatch: authority(
    "A grant is for its claim's actor, company and office.",
    'Send actor, company and office as the claim has them.',
  ),
  standing_unknown: unknown(
    'The standing must be one of this tenant.',
    'Name the standing_grant that standing.grant answered in this tenant.',
  ),
} as const
