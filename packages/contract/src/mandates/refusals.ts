import { authority, presence, unknown } from '../refusal.ts'

export const mandateRefusals = {
  mandate_human_presence_required: presence(
    'A delegation needs a human presence receipt.',
    'Have the principal prove presence, and send the receipt, or an approval of this delegation.',
  ),
  mandate_human_presence_unknown: presence(
    'The presence receipt of a delegation must be known.',
    'Send a presence receipt of this tenant, or a presence_approval of this delegation.',
  ),
  mandate_self_delegation_refused: authority(
    'Principal and delegate must be different persons.',
    'Delegate to another person.',
  ),
  mandate_source_standing_unknown: unknown(
    'The source standing must be one of this tenant.',
    'Name a standing_grant or a mandate of this tenant. Behind a real gate a standing: reference is not enough.',
  ),
  mandate_source_standing_revoked: authority(
    'The source standing must be active.',
    'Delegate from a standing or mandate that is active and in date, as everything above it must be.',
  ),
  mandate_principal_mismatch: authority(
    'The principal must be the holder of the source standing.',
    'Name as principal who holds the source: the actor of a standing, the delegate of a mandate.',
  ),
  mandate_act_scope_exceeds_powers: authority(
    'The act scope must lie within the powers of its source.',
    'Ask for acts that a power of the source covers: the act itself, a dotted prefix of it, or *.',
  ),
  mandate_unknown: unknown(
    'The mandate must be one of this tenant.',
    'Name a mandate that mandate.delegate answered in this tenant.',
  ),
} as const
