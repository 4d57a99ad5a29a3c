import { Company, operations, type CompanyState } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import { put } from '../../admission/guards/place.ts'

export const bootstrapCompany = implement(operations['company.bootstrap'], {
  facts: async (input, view) => ({ known: await view.get(Company, input.company) }),

  decide: (input, { known }, at) => {
    const legalNameHash = input.legal_name === undefined ? input.legal_name_hash : at.digest(input.legal_name)
    if (input.legal_name_hash !== undefined && input.legal_name_hash !== legalNameHash) {
      return refuse(
        'company_bootstrap_legal_name_hash_mismatch',
        'Leave legal_name_hash out to have it computed.',
      )
    }
    const company = input.company ?? at.mint('company_geist')
    const state: CompanyState = {
      company,
      jurisdiction: input.jurisdiction ?? null,
      legal_form: input.legal_form ?? null,
      legal_name_hash: legalNameHash ?? null,
      register_number_hash: input.register_number_hash ?? null,
      tenant_onboarding: input.tenant_onboarding ?? null,
      verification_evidence: input.verification_evidence ?? [],
      status: 'bootstrapped_fixture',
    }
    const write = put({ record: Company, ref: company, earlier: known }, state)
    return admit({ company, jurisdiction: state.jurisdiction }, [write])
  },
})
