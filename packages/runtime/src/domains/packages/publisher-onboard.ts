import { operations, PublisherTrust, type PublisherTrustState } from '@membrane/contract'
import { admit, create, implement, next } from '../../admission/decision.ts'
import { trustedKey, verificationMaterial } from '../../admission/guards/package-trust.ts'

export const onboardPublisher = implement(operations['authority.package.publisher.onboard'], {
  facts: async (input, view) => ({ known: await view.get(PublisherTrust, input.trust_ref) }),

  decide: (input, { known }, at) => {
    const key = trustedKey(input)
    if ('code' in key) return key
    const publisher_trust = input.trust_ref ?? at.mint(PublisherTrust.kind)
    const state: PublisherTrustState = {
      ...key,
      publisher: input.publisher_ref,
      reliance_terms_hash: input.reliance_terms_hash ?? null,
    }
    const body = {
      publisher_trust,
      publisher: state.publisher,
      public_key_hash: key.public_key_hash,
      public_verification_material: verificationMaterial(key),
    }
    return admit(body, [
      known === undefined
        ? create(PublisherTrust, publisher_trust, state)
        : next(PublisherTrust, known, state),
    ])
  },
})
