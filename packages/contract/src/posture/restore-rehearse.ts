import {
  containsCustomerData,
  hash,
  judged,
  mustBeFalse,
  number,
  optional,
  ref,
  tenant,
  text,
} from '../field.ts'
import { genesisBundle } from '../log/genesis.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

const runbook = { code: 'ops_restore_runbook_missing' } as const
const proof = { code: 'ops_restore_proof_verification_missing' } as const

export const opsRestoreRehearse = operation({
  name: 'ops.restoreRehearse',
  summary: "Restores the tenant's records into a scratch store and holds the root against a proof bundle.",
  method: 'POST',
  path: '/v1/ops/restore/rehearse',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'verified',
  request: {
    tenant,
    company: optional(ref()),
    restore_ref: optional(ref()),
    rollback_ref: optional(ref()),
    backup_snapshot_ref: optional(ref()),
    proof_bundle: judged(ref(undefined, proof)),
    manifest_commitment: judged(text(proof)),
    restore_slo_minutes: judged(number(runbook)),
    rollback_slo_minutes: judged(number(runbook)),
    restore_runbook_hash: judged(hash(runbook)),
    rollback_runbook_hash: judged(hash(runbook)),
    destructive_wipe_requested: mustBeFalse('ops_destructive_wipe_forbidden'),
    contains_customer_data: containsCustomerData(),
  },
  response: {
    restore_rehearsal: is.anyRef,
    rollback_rehearsal: is.anyRef,
    proof_bundle: is.anyRef,
    manifest_commitment: is.string,
    proof_verification_passed: is.yes,
    restore_runbook_verified: is.yes,
    rollback_runbook_verified: is.yes,
    slo_targets_recorded: is.yes,
    restore_slo_minutes: is.positive,
    rollback_slo_minutes: is.positive,
    restore_measured_seconds: is.seconds,
    rollback_measured_seconds: is.seconds,
    slo_targets_met: is.boolean,
    tree_size: is.count,
    root_hash: is.string,
    restored_atoms: is.count,
    restored_records: is.count,
    destructive_wipe_requested: is.no,
    raw_db_exposed: is.no,
    ...is.written,
  },
  refusals: [
    'customer_data_forbidden',
    'ops_destructive_wipe_forbidden',
    'ops_restore_runbook_missing',
    'ops_restore_proof_verification_missing',
  ],
  example: {
    tenant: 'tenant_node:acme',
    proof_bundle: genesisBundle.proof_bundle,
    manifest_commitment: genesisBundle.manifest_commitment,
    restore_slo_minutes: 30,
    rollback_slo_minutes: 15,
    restore_runbook_hash: 'sha256:restore',
    rollback_runbook_hash: 'sha256:rollback',
  },
})
