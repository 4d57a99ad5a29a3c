import { operations, PublisherTrust, type PublisherTrustState } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'
import { placeOf, put } from '../../admission/guards/place.ts'
import { trustedKey, verificationMaterial } from '../../admission/guards/package-trust.ts'

export const onboardPublisher = implement(operations['authority.package.publisher.onboard'], {
  facts: async (input, view, at) => ({ trust: await placeOf(PublisherTrust, input.trust_ref, view, at) }),

  decide: (input, { trust }) => {
    const key = trustedKey(input)
    if ('code' in key) return key
    const state: PublisherTrustState = {
      ...key,
      publisher: input.publisher_ref,
      reliance_terms_hash: input.reliance_terms_hash ?? null,
    }
    const body = {
      publisher_trust: trust.ref,
      publisher: state.publisher,
      public_key_hash: key.public_key_hash,
      public_verification_material: verificationMaterial(key),
    }
    return admit(body, [put(trust, state)])
  },
})
