import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

export interface TenantOnboardingState {
  readonly tenant: Ref
  readonly host: string | null
  readonly company: Ref | null
  readonly parent: Ref | null
  readonly authority_epoch: Ref | null
  readonly home_reality: Ref | null
  readonly signing_key: Ref | null
  readonly encryption_key: Ref | null
  readonly auth_policy: string | null
  readonly key_custody_attestation: Ref | null
  readonly status: 'candidate'
  /** `sha256:` of the one-time enrolment token; null where none was issued. */
  readonly enrolment_commitment: string | null
  readonly enrolment_used_at: string | null
}

export interface CompanyState {
  readonly company: Ref
  readonly jurisdiction: string | null
  readonly legal_form: string | null
  readonly legal_name_hash: string | null
  readonly register_number_hash: string | null
  readonly tenant_onboarding: Ref | null
  readonly verification_evidence: readonly Ref[]
  readonly status: 'bootstrapped_fixture'
}

/** The onboarding candidate; its ref is the tenant itself. */
export const TenantOnboarding = record<TenantOnboardingState>()('tenant_onboarding')
export const Company = record<CompanyState>()('company')
