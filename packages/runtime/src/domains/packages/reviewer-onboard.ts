import { operations, ReviewerTrust, type ReviewerTrustState } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import { isInForce, readChain } from '../../admission/guards/authority.ts'
import { placeOf, put } from '../../admission/guards/place.ts'
import { trustedKey, verificationMaterial } from '../../admission/guards/package-trust.ts'

export const onboardReviewer = implement(operations['authority.package.reviewer.onboard'], {
  facts: async (input, view, at) => ({
    trust: await placeOf(ReviewerTrust, input.trust_ref, view, at),
    chain: await readChain(view, input.standing_ref),
  }),

  decide: (input, { trust, chain }, at) => {
    if (!isInForce(chain, at.now)) return refuse('authority_package_reviewer_standing_missing')
    if (input.reviewer_conflict === true) return refuse('authority_package_reviewer_conflict')
    if (input.fixture !== true || input.raw_reviewer_notes !== undefined)
      return refuse('authority_package_reviewer_trust_missing')
    const key = trustedKey(input)
    if ('code' in key) return key
    const state: ReviewerTrustState = {
      ...key,
      reviewer: input.reviewer_ref,
      standing: input.standing_ref,
      conflict_policy_hash: input.conflict_policy_hash ?? null,
    }
    const body = {
      reviewer_trust: trust.ref,
      reviewer: state.reviewer,
      standing: state.standing,
      conflict_policy_hash: state.conflict_policy_hash,
      public_verification_material: verificationMaterial(key),
    }
    return admit(body, [put(trust, state)])
  },
})
