import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const tenantSelf = operation({
  name: 'tenant.self',
  summary: 'Names the tenant that the bearer speaks for.',
  method: 'GET',
  path: '/v1/tenant/self',
  access: 'session',
  state: 'shape-only',
  outcome: 'verified',
  request: { tenant: queryTenant },
  response: { tenant: is.anyRef, productionAdmission: is.no },
  refusals: [],
  example: {},
})
