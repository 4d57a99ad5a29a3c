import {
  CapabilityManifest,
  operations,
  PolicyEvaluation,
  type CapabilityManifestState,
} from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { admit, create, implement, refuse, type Atom } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import { readCitedManifests } from '../../admission/guards/capability.ts'
import { readContext } from './context.ts'
import { decidePolicy } from './decide-policy.ts'

type Manifests = readonly Atom<CapabilityManifestState>[]

export const evaluatePolicy = implement(operations['capability.policy.evaluate'], {
  facts: async ({ capability, capabilityManifest }, view): Promise<{ manifests: Manifests }> => {
    const cited = await readCitedManifests(view, {
      capability,
      capability_manifest: capabilityManifest,
    })
    const [manifest] = cited.manifests
    if (manifest === undefined) return { manifests: [] }
    const manifests: Atom<CapabilityManifestState>[] = [manifest]
    for (const ref of manifest.state.closure) {
      const found = await view.get(CapabilityManifest, ref)
      if (found === undefined) throw new Error('a manifest rests on one that its tenant does not have')
      manifests.push(found)
    }
    return { manifests }
  },

  decide: (input, { manifests }, at) => {
    const context = readContext(input)
    if ('fault' in context && context.fault === 'malformed')
      return refuseField('request_malformed', context.field, context.rule)
    const [own] = manifests
    if (own === undefined) return refuse('capability_manifest_unknown')
    if ('fault' in context) return refuse('capability_policy_evaluation_failed', context.detail)
    const verdict = decidePolicy(manifests, context)
    if (verdict === undefined) return refuse('capability_policy_evaluation_failed')
    const { capability, manifest_hash } = own.state
    const context_hash = at.digest(canonicalJson(context))
    const policyEvaluation = at.mint(PolicyEvaluation.kind)
    const state = {
      capability,
      manifest_hash,
      context_hash,
      result: verdict.result,
      capability_manifest: own.ref,
    }
    return admit(
      {
        capability,
        capabilityManifest: own.ref,
        policyEvaluation,
        decision: { ...verdict, manifestHash: manifest_hash, contextHash: context_hash },
      },
      [create(PolicyEvaluation, policyEvaluation, state)],
    )
  },
})
