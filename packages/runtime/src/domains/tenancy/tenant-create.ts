import {
  AttemptCount,
  builtInSessions,
  Challenge,
  LoginAttempt,
  operations,
  RateLimitEvaluation,
  RateLimitOverlay,
  TenantOnboarding,
  type Ref,
  type TenantOnboardingState,
} from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'

/** Claim spaces: a tenant is onboarded once, a host belongs to one tenant. */
const tenants = 'tenant'
const hosts = 'host'

/** Behind a real gate nobody onboards a tenant that already has a life: the token would open it. */
const builtInTenants: readonly Ref[] = Object.values(builtInSessions).map(({ tenant }) => tenant)

export const createTenant = implement(operations['tenant.create'], {
  tenant: (input, mint) => input.requested_tenant ?? input.tenant ?? mint('tenant_node'),

  facts: async (input, view, at) => ({
    inUse: builtInTenants.includes(at.tenant) || hasLife(await view.log.head(at.tenant)),
    onboarded: await view.claim(tenants, at.tenant),
    hostOwner: input.host === undefined ? undefined : await view.claim(hosts, canonicalHost(input.host)),
  }),

  decide: (input, { inUse, onboarded, hostOwner }, at) => {
    const mayOnboard = !inUse || !at.gated || at.caller.builtIn !== null
    if (onboarded !== undefined || !mayOnboard) return refuse('tenant_onboarding_existing_tenant_refused')
    if (hostOwner !== undefined) return refuse('tenant_onboarding_host_conflict')
    const host = input.host === undefined ? null : canonicalHost(input.host)
    const custody = input.key_custody_attestation
    const enrolment = at.gated ? `mbe_${at.secret('enrolment')}` : undefined
    const candidate: TenantOnboardingState = {
      tenant: at.tenant,
      host,
      company: input.company ?? null,
      parent: input.parent ?? null,
      authority_epoch: input.authority_epoch ?? null,
      home_reality: input.home_reality ?? null,
      signing_key: input.signing_key ?? null,
      encryption_key: input.encryption_key ?? null,
      auth_policy: input.auth_policy ?? null,
      key_custody_attestation: custody ?? null,
      status: 'candidate',
      enrolment_commitment: enrolment === undefined ? null : at.digest(enrolment),
      enrolment_used_at: null,
    }
    const body = {
      tenant: at.tenant,
      host,
      company: candidate.company,
      tenant_key_custody:
        custody === undefined ? ('not_provisioned' as const) : ('referenced_not_provisioned' as const),
      tenant_key_custody_bound: custody !== undefined,
      ...(enrolment === undefined ? {} : { enrolment_token: enrolment }),
    }
    const claims = [{ space: tenants, key: at.tenant, value: at.tenant }]
    if (host !== null) claims.push({ space: hosts, key: host, value: at.tenant })
    return admit(body, [create(TenantOnboarding, at.tenant, candidate)], { claims })
  },
})

/** What anybody may leave in any tenant's log by beginning a ceremony: it gives a tenant no life of its own. */
const leftByCeremonies: ReadonlySet<string> = new Set([
  'atom',
  'evidence_bundle',
  AttemptCount.kind,
  Challenge.kind,
  LoginAttempt.kind,
  RateLimitEvaluation.kind,
  RateLimitOverlay.kind,
])

function hasLife({ counts }: { readonly counts: ReadonlyMap<string, number> }): boolean {
  return [...counts.keys()].some((kind) => !leftByCeremonies.has(kind))
}

/** Hosts compare in lower case without a trailing dot. */
function canonicalHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}
