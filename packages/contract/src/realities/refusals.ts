import { authority, evidence, request, state, unknown } from '../refusal.ts'

export const realityRefusals = {
  reality_unspecified: request('An atom names the reality in which it happens.'),
  reality_unknown: unknown('The reality must be one of this tenant.'),
  reality_not_projected: state('The reality must be a projection that was neither promoted nor discarded.'),
  reality_record_cites_projected: authority('Nothing in the record rests on an atom of a projection.'),
  reality_projected_cites_other_projection: authority('A projection rests on no atom of another projection.'),
  reality_operation_not_projectable: authority(
    'Only operations that the contract marks as projectable run inside a projection.',
  ),
  reality_promotion_authority_missing: evidence('A promotion cites an approval: promotion_approval.'),
  reality_promotion_atom_missing: state('A promotion needs something in the projection to promote.'),
  reality_promotion_too_large: state('A promotion takes at most as many operations as the limit says.'),
  reality_discard_attempts_delete: authority('A discard keeps the projection: nothing of it is deleted.'),
} as const
