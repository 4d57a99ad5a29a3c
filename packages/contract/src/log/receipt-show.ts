import { commitEntry } from '../commit-entry.ts'
import { ref } from '../field.ts'
import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const receiptShow = operation({
  name: 'receipt.show',
  summary: 'Proves a receipt: its commit, the leaf, the way to a signed checkpoint.',
  method: 'GET',
  path: '/v1/receipts/{ref}',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: { tenant: queryTenant, ref: ref('receipt', { code: 'query_malformed' }) },
  response: {
    commit: commitEntry,
    leaf: is.string,
    inclusion: is.record({ index: is.count, tree_size: is.count, hashes: is.strings }),
    checkpoint: is.string,
    verifier_key: is.string,
    production_admission: is.no,
  },
  plainText: 'The receipt as a C2SP tlog-proof file, which stands alone.',
  refusals: ['receipt_not_in_log', 'log_fork_detected'],
  example: { ref: 'receipt:01jd' },
})
