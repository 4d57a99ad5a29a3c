import {
  isHash,
  isRef,
  limits,
  operations,
  OpsAuditRetention,
  OpsEdgePolicy,
  OpsRouteSurface,
  type InputOf,
} from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import { placeOf, put } from '../../admission/guards/place.ts'

type Input = InputOf<(typeof operations)['ops.edgePolicyCheck']>

export const checkEdgePolicy = implement(operations['ops.edgePolicyCheck'], {
  facts: async (input, view, at) => ({
    surface: await placeOf(OpsRouteSurface, input.route_surface_ref, view, at),
    policy: await placeOf(OpsEdgePolicy, input.edge_policy_ref, view, at),
    retention: await placeOf(OpsAuditRetention, input.audit_retention_ref, view, at),
  }),

  decide: (input, { surface, policy, retention }, at) => {
    const auth_policy = input.auth_policy_ref
    if (auth_policy?.slice(auth_policy.indexOf(':') + 1).includes('root_fallback'))
      return refuse('ops_root_fallback_forbidden')
    const edge = edgeOf(input)
    if (edge === undefined) return refuse('ops_edge_posture_missing')
    const { audit_retention_days: days, immutable_audit_log } = input
    if (days === undefined || !(days >= limits.auditRetentionDaysMin) || immutable_audit_log !== true)
      return refuse('ops_audit_retention_insufficient')

    const company = input.company ?? null
    const { route_manifest_hash, ...guards } = edge
    const url = input.public_base_url
    const refs = { route_surface: surface.ref, edge_policy: policy.ref, audit_retention: retention.ref }
    return admit(refs, [
      put(policy, {
        company,
        route_surface: surface.ref,
        audit_retention: retention.ref,
        ...guards,
        production_requested: input.production_requested ?? false,
      }),
      put(surface, {
        company,
        route_manifest_hash,
        public_base_url_digest: url === undefined ? null : at.digest(url),
      }),
      put(retention, { company, audit_retention_days: days, immutable_audit_log }),
    ])
  },
})

/** Everything that must be named; undefined where something is not. */
function edgeOf(input: Input) {
  const { auth_policy_ref = '', access_provider = '', tls_termination = '', waf_profile = '' } = input
  const { rate_limit_profile = '', route_manifest_hash = '' } = input
  const named = [access_provider, tls_termination, waf_profile, rate_limit_profile]
  if (!isRef(auth_policy_ref) || !isHash(route_manifest_hash)) return undefined
  if (named.some((text) => text.trim() === '')) return undefined
  return {
    auth_policy: auth_policy_ref,
    access_provider,
    tls_termination,
    waf_profile,
    rate_limit_profile,
    route_manifest_hash,
  }
}
