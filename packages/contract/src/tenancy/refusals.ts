import { integrity, privacy, request, state } from '../refusal.ts'

export const tenancyRefusals = {
  tenant_onboarding_raw_payload_refused: privacy(
    'Onboarding takes hashes and references, never a raw customer payload.',
    'Leave out raw_customer_payload and every other raw_ field; keep the payload, and send references.',
  ),
  tenant_onboarding_invalid_tenant_ref: request(
    'The requested tenant must be a tenant_node: reference.',
    'Send tenant_node: and an identifier without white space, or leave the field out to have one minted.',
  ),
  tenant_onboarding_existing_tenant_refused: state(
    'A tenant is onboarded once.',
    'Request another tenant, or go on with the one that exists. Behind a real gate, only a built-in session onboards a tenant that already has records.',
  ),
  tenant_onboarding_host_conflict: state(
    'A host belongs to one tenant.',
    'Name a host that no tenant has, whatever its case and final dot, or leave host out.',
  ),
  company_bootstrap_raw_register_payload_refused: privacy(
    'Only the hash of a register extract is taken, never the extract.',
    'Leave out raw_register_payload and every other raw_ field; send register_number_hash, and cite the extract in verification_evidence.',
  ),
  company_bootstrap_legal_name_hash_mismatch: integrity(
    'A legal_name_hash beside a legal_name must be its SHA-256.',
    'Send SHA-256 over the UTF-8 bytes of legal_name, or leave legal_name_hash out to have it computed.',
  ),
} as const
