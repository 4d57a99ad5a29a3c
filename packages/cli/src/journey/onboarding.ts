import type { Ref } from '@membrane/contract'
import type { Stage } from './stage.ts'

interface Onboarded {
  readonly company: Ref
  /** With it the first passkey is registered, where the server asks for one. */
  readonly enrolmentToken: string | undefined
  /** Whether the record outlives the process. */
  readonly durable: boolean
}

/** A tenant is onboarded, and a company bootstrapped from hashes and citations. */
export async function onboarding(stage: Stage): Promise<Onboarded> {
  const { membrane, tenant, mark, chapter, step, refused } = stage
  chapter('A tenant and its company')
  const company = `company_geist:journey_${mark}`
  const host = `journey-${mark}.example`
  const created = await step(
    membrane.tenantCreate({ requested_tenant: tenant, host, company, fixture: true }),
  )
  await refused(
    membrane.tenantCreate({ requested_tenant: tenant, fixture: true }),
    'tenant_onboarding_existing_tenant_refused',
  )
  await step(
    membrane.companyBootstrap({
      tenant,
      company,
      legal_name: 'Journey Handels GmbH',
      legal_form: 'DE_GmbH',
      jurisdiction: 'DE',
      verification_evidence: ['evidence_bundle:register_extract'],
      fixture: true,
    }),
  )
  return {
    company,
    enrolmentToken: created.enrolment_token ?? undefined,
    durable: created.durable_state.durable,
  }
}
