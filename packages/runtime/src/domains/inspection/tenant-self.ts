import { operations } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'

export const tenantSelf = implement(operations['tenant.self'], {
  decide: (_, __, at) => admit({ tenant: at.tenant }),
})
