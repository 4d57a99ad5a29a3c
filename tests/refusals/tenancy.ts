import { broken, exampleOf } from './kit.ts'
import { hashOf } from './normalise.ts'
import type { Scenarios } from './stage.ts'

const create = 'tenant.create'
const first = exampleOf(create)
const company = exampleOf('company.bootstrap')

export const tenancyScenarios: Scenarios = {
  tenant_onboarding_raw_payload_refused: broken(create, {
    raw_customer_payload: { managing_director: 'Ada Lovelace' },
  }),
  tenant_onboarding_invalid_tenant_ref: broken(create, { requested_tenant: 'acme' }),
  tenant_onboarding_existing_tenant_refused: async (stage) => {
    await stage.admits(create, first)
    await stage.refused(create, { ...first, host: 'acme-two.example' })
    await stage.passes(create, {
      ...first,
      requested_tenant: 'tenant_node:acme_two',
      host: 'acme-two.example',
    })
  },
  tenant_onboarding_host_conflict: async (stage) => {
    await stage.admits(create, first)
    const second = { ...first, requested_tenant: 'tenant_node:acme_two' }
    await stage.refused(create, { ...second, host: 'ACME.example.' })
    await stage.passes(create, { ...second, host: 'acme-two.example' })
  },
  company_bootstrap_raw_register_payload_refused: broken('company.bootstrap', {
    raw_register_payload: 'HRB 1234, Acme Handels GmbH, Berlin',
  }),
  company_bootstrap_legal_name_hash_mismatch: broken(
    'company.bootstrap',
    { legal_name_hash: hashOf('ACME Handels GmbH') },
    { ...company, legal_name_hash: hashOf(company.legal_name as string) },
  ),
}
