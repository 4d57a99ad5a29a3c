import {
  genesisBundle,
  isHash,
  operations,
  OpsBackupRestore,
  OpsRollback,
  ProofBundle,
  type InputOf,
  type OpsBackupRestoreState,
  type ProofBundleState,
  type Ref,
} from '@membrane/contract'
import { admit, implement, perform, refuse, type Restored, type View } from '../../admission/decision.ts'
import { placeOf, put } from '../../admission/guards/place.ts'

type Input = InputOf<(typeof operations)['ops.restoreRehearse']>
type Bundle = ProofBundleState & { readonly proof_bundle: Ref }

/** The restore is an act: nothing is written before it, and only one that gave the root is on record. */
export const rehearseRestore = implement(operations['ops.restoreRehearse'], {
  facts: findBundle,

  decide: (input, bundle, { tenant }) => {
    if (targetsOf(input) === undefined) return refuse('ops_restore_runbook_missing')
    if (bundle === undefined) return refuse('ops_restore_proof_verification_missing', bundleRule)
    return perform({ do: 'restore', tenant, size: bundle.tree_size, root: bundle.root_hash })
  },

  complete: {
    facts: async (input, _: Restored, view, at) => ({
      bundle: await findBundle(input, view),
      restore: await placeOf(OpsBackupRestore, input.restore_ref, view, at),
      rollback: await placeOf(OpsRollback, input.rollback_ref, view, at),
    }),

    decide: (input, { bundle, restore, rollback }, done: Restored) => {
      const targets = targetsOf(input)
      if (targets === undefined) return refuse('ops_restore_runbook_missing')
      if (bundle === undefined) return refuse('ops_restore_proof_verification_missing', bundleRule)
      if (done.failed !== null)
        return refuse('ops_restore_proof_verification_missing', `The rehearsal failed: ${done.failed}.`)

      const { restoreSeconds, rollbackSeconds, atoms, records } = done
      const { restoreMinutes, rollbackMinutes } = targets
      const company = input.company ?? null
      const state: OpsBackupRestoreState = {
        company,
        backup_snapshot: input.backup_snapshot_ref ?? null,
        ...bundle,
        runbook_hash: targets.restoreRunbook,
        slo_minutes: restoreMinutes,
        measured_seconds: restoreSeconds,
        restored_commits: bundle.tree_size,
        restored_atoms: atoms,
        restored_records: records,
      }
      const body = {
        restore_rehearsal: restore.ref,
        rollback_rehearsal: rollback.ref,
        proof_bundle: bundle.proof_bundle,
        manifest_commitment: bundle.manifest_commitment,
        restore_slo_minutes: restoreMinutes,
        rollback_slo_minutes: rollbackMinutes,
        restore_measured_seconds: restoreSeconds,
        rollback_measured_seconds: rollbackSeconds,
        slo_targets_met: restoreSeconds <= restoreMinutes * 60 && rollbackSeconds <= rollbackMinutes * 60,
        tree_size: bundle.tree_size,
        root_hash: bundle.root_hash,
        restored_atoms: atoms,
        restored_records: records,
      }
      return admit(body, [
        put(restore, state),
        put(rollback, {
          company,
          restore_rehearsal: restore.ref,
          runbook_hash: targets.rollbackRunbook,
          slo_minutes: rollbackMinutes,
          measured_seconds: rollbackSeconds,
        }),
      ])
    },
  },
})

const bundleRule =
  'POST /v1/proofs/bundle makes a bundle with its manifest_commitment; the genesis bundle of the contract document is always known.'

/** The bundle that both its ref, where one is sent, and its commitment name. */
async function findBundle(input: Input, view: View): Promise<Bundle | undefined> {
  const { proof_bundle, manifest_commitment = '' } = input
  const isNamed = (bundle: Bundle): boolean =>
    (proof_bundle ?? bundle.proof_bundle) === bundle.proof_bundle &&
    bundle.manifest_commitment === manifest_commitment
  if (isNamed(genesisBundle)) return genesisBundle
  const found = await view.list(ProofBundle, 'manifest_commitment', manifest_commitment)
  return found.map(({ ref, state }) => ({ proof_bundle: ref, ...state })).find(isNamed)
}

/** Both targets with their runbooks; undefined where one is missing or not above 0. */
function targetsOf(input: Input) {
  const { restore_slo_minutes: restoreMinutes = 0, rollback_slo_minutes: rollbackMinutes = 0 } = input
  const { restore_runbook_hash: restoreRunbook = '', rollback_runbook_hash: rollbackRunbook = '' } = input
  const given = restoreMinutes > 0 && rollbackMinutes > 0 && isHash(restoreRunbook) && isHash(rollbackRunbook)
  return given ? { restoreMinutes, rollbackMinutes, restoreRunbook, rollbackRunbook } : undefined
}
