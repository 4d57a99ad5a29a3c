import { authority, evidence, request, state, unknown } from '../refusal.ts'

export const realityRefusals = {
  reality_unspecified: request(
    'An atom names the reality in which it happens.',
    'Name the reality: a projection that reality.fork answered, or reality:record to commit evidence to the record.',
  ),
  reality_unknown: unknown(
    'The reality must be one of this tenant.',
    'Name a projection that reality.fork answered in this tenant.',
  ),
  reality_not_projected: state(
    'The reality must be a projection that was neither promoted nor discarded.',
    'Fork a new projection and go on there. On the record itself, call the operation directly.',
  ),
  reality_projected_cites_other_projection: authority(
    'A projection rests on no atom of another projection.',
    'Cite evidence, or atoms of this projection or of the record.',
  ),
  reality_operation_not_projectable: authority(
    'Only operations that the contract marks as projectable run inside a projection.',
    'Name an operation whose page says that it may run inside a projection.',
  ),
  reality_promotion_authority_missing: evidence(
    'A promotion cites an approval: promotion_approval.',
    'Cite in evidence an evidence_bundle: whose identifier holds promotion_approval.',
  ),
  reality_promotion_atom_missing: state(
    'A promotion needs something in the projection to promote.',
    'Do something in the projection with reality.commit first.',
  ),
  reality_promotion_too_large: state(
    'A promotion takes at most as many operations as the limit says.',
    'Promote at most 1,000 operations at once: spread the work over several projections.',
  ),
  reality_discard_attempts_delete: authority(
    'A discard keeps the projection: nothing of it is deleted.',
    'Leave delete_projection_body out, or false: what was tried is kept with its explanation.',
  ),
} as const
