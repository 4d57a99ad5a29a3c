import { tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const proofBundle = operation({
  name: 'proof.bundle',
  summary: "Records size and root of the tenant's log as it stands, for a restore to be held against.",
  method: 'POST',
  path: '/v1/proofs/bundle',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: { tenant },
  response: {
    proof_bundle: is.anyRef,
    manifest_commitment: is.string,
    tree_size: is.count,
    root_hash: is.string,
    ...is.written,
  },
  refusals: [],
  example: { tenant: 'tenant_node:acme' },
})
