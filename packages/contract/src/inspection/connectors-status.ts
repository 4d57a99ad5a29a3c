import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const connectorsStatus = operation({
  name: 'evidence.connectors.status',
  summary: 'Summarises the evidence cited, by connector; never a payload.',
  method: 'GET',
  path: '/v1/evidence/connectors/status',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: { tenant: queryTenant },
  response: {
    connectors: is.list(
      is.record({
        connector: is.string,
        kind: is.string,
        evidence_bundles: is.count,
        last_cited_at: is.timestamp,
      }),
    ),
    rawConnectorPayloadExposed: is.no,
    production_admission: is.no,
  },
  refusals: [],
  example: {},
})
