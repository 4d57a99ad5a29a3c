import { operations } from '@membrane/contract'
import { admit, implement, refuse, type View } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import { shown } from '../../admission/guards/log-proof.ts'

type Facts = { readonly field: 'from' | 'to'; readonly rule: string } | { readonly proof: Proof | undefined }

interface Proof {
  readonly to: number
  readonly hashes: readonly Uint8Array[]
  readonly checkpoint: string
}

export const proveConsistency = implement(operations['log.consistency'], {
  facts: async ({ from, to }, view, at): Promise<Facts> => {
    if (to !== undefined && from > to) return { field: 'from', rule: 'must not be above to' }
    const { size } = await view.log.head(at.tenant)
    const rule = `must not be above ${size}, the leaves of the log`
    if (from > size) return { field: 'from', rule }
    if (to !== undefined && to > size) return { field: 'to', rule }
    return { proof: await prove(view, at.tenant, from, to) }
  },

  decide: ({ from }, facts) => {
    if ('field' in facts) return refuseField('query_malformed', facts.field, facts.rule)
    const { proof } = facts
    if (proof === undefined) return refuse('log_fork_detected')
    return admit({ from, to: proof.to, hashes: proof.hashes.map(shown), checkpoint: proof.checkpoint })
  },
})

/** Without `to`, the proof leads to the newest checkpoint itself. */
async function prove(
  view: View,
  tenant: string,
  from: number,
  to: number | undefined,
): Promise<Proof | undefined> {
  const checkpoint = await view.prover.newest(tenant, to ?? from)
  if (checkpoint === undefined) return undefined
  const reached = to ?? checkpoint.size
  const hashes = await view.prover.tree.consistency(tenant, from, reached)
  return { to: reached, hashes, checkpoint: checkpoint.note }
}
