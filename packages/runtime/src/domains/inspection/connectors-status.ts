import { connectorKind, operations } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'

export const connectorsStatus = implement(operations['evidence.connectors.status'], {
  facts: async (_, view, at) => ({ head: await view.log.head(at.tenant) }),

  decide: (_, { head }) => {
    const connectors = [...head.connectors].map(([connector, { bundles, lastCitedAt }]) => ({
      connector,
      kind: connectorKind(connector),
      evidence_bundles: bundles,
      last_cited_at: lastCitedAt,
    }))
    return admit({ connectors: connectors.sort((a, b) => (a.connector < b.connector ? -1 : 1)) })
  },
})
