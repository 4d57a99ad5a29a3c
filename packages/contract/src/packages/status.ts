import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'
import { packageStatuses } from './records.ts'

export const packageStatus = operation({
  name: 'authority.package.status',
  summary: 'Lists the authority packages of the tenant, where each stands and who reviewed it.',
  method: 'GET',
  path: '/v1/authority/packages/status',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: { tenant: queryTenant },
  response: {
    packages: is.list(
      is.record({
        package: is.anyRef,
        name: is.string,
        version: is.string,
        status: is.oneOf(...packageStatuses),
        publisher: is.anyRef,
        reviews: is.list(
          is.record({
            review: is.anyRef,
            reviewer: is.anyRef,
            decision: is.oneOf('approve', 'reject'),
            reviewed_at: is.timestamp,
          }),
        ),
        activated_at: is.nullable(is.timestamp),
      }),
    ),
    productionAdmission: is.no,
  },
  refusals: [],
  example: {},
})
