import { AuthorityPackage, operations, PackageReview, ReviewerTrust } from '@membrane/contract'
import { admit, create, implement, next, refuse } from '../../admission/decision.ts'
import { isInForce, readChain } from '../../admission/guards/authority.ts'
import { isSignedHash } from '../../admission/guards/signature.ts'

export const reviewPackage = implement(operations['authority.package.review'], {
  facts: async (input, view) => {
    const trust = await view.get(ReviewerTrust, input.reviewer_trust)
    return {
      found: await view.get(AuthorityPackage, input.package),
      trust,
      chain: trust === undefined ? [] : await readChain(view, trust.state.standing),
      uses: await view.list(PackageReview, 'review_hash', input.review_hash),
    }
  },

  decide: (input, { found, trust, chain, uses }, at) => {
    if (!found) return refuse('authority_package_unknown')
    if (!trust) return refuse('authority_package_reviewer_unknown')
    if (!isInForce(chain, at.now)) return refuse('authority_package_reviewer_standing_missing')
    const { reviewer_trust, decision, review_hash, signature_hex = '' } = input
    const { reviewer, public_key_hash, public_key_uncompressed_hex: key } = trust.state
    if (key === null || public_key_hash === null) {
      return refuse('authority_package_signature_invalid', 'The reviewer was onboarded without a key.')
    }
    if (!isSignedHash(review_hash, signature_hex, key)) return refuse('authority_package_signature_invalid')
    const { publisher, publisher_key_hash, status, reviews } = found.state
    if (reviewer === publisher || public_key_hash === publisher_key_hash) {
      return refuse('authority_package_self_review')
    }
    if (status !== 'candidate' && status !== 'reviewed') {
      return refuse('authority_package_stale', `The package is ${status}.`)
    }
    if (uses.length > 0) return refuse('authority_package_review_replayed')
    const review = at.mint(PackageReview.kind)
    const said = { package: found.ref, reviewer_trust, reviewer, decision, review_hash }
    const others = reviews.filter((earlier) => earlier.reviewer !== reviewer)
    const newest = { review, reviewer, decision, reviewed_at: at.time }
    return admit({ ...said, package_review: review }, [
      create(PackageReview, review, { ...said, reviewer_key_hash: public_key_hash }),
      next(AuthorityPackage, found, { status: 'reviewed', reviews: [...others, newest] }),
    ])
  },
})
