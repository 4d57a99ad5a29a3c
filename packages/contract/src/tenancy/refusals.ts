import { integrity, privacy, request, state } from '../refusal.ts'

export const tenancyRefusals = {
  tenant_onboarding_raw_payload_refused: privacy(
    'Onboarding takes hashes and references, never a raw customer payload.',
  ),
  tenant_onboarding_invalid_tenant_ref: request('The requested tenant must be a tenant_node: reference.'),
  tenant_onboarding_existing_tenant_refused: state('A tenant is onboarded once.'),
  tenant_onboarding_host_conflict: state('A host belongs to one tenant.'),
  company_bootstrap_raw_register_payload_refused: privacy(
    'Only the hash of a register extract is taken, never the extract.',
  ),
  company_bootstrap_legal_name_hash_mismatch: integrity(
    'A legal_name_hash beside a legal_name must be its SHA-256.',
  ),
} as const
