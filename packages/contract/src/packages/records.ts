import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

/** An onboarded key; both null where none was given, and then nothing can be verified. */
export interface TrustedKey {
  readonly public_key_hash: string | null
  /** The 65 bytes of the P-256 point in hex. */
  readonly public_key_uncompressed_hex: string | null
}

export interface PublisherTrustState extends TrustedKey {
  readonly publisher: Ref
  readonly reliance_terms_hash: string | null
}

export interface ReviewerTrustState extends TrustedKey {
  readonly reviewer: Ref
  readonly standing: Ref
  readonly conflict_policy_hash: string | null
}

export const packageStatuses = [
  'imported',
  'candidate',
  'reviewed',
  'active',
  'superseded',
  'revoked',
] as const
export type PackageStatus = (typeof packageStatuses)[number]

/** The newest word of one reviewer on a package. */
export interface ReviewSummary {
  readonly review: Ref
  readonly reviewer: Ref
  readonly decision: 'approve' | 'reject'
  readonly reviewed_at: string
}

export interface AuthorityPackageState {
  readonly publisher_trust: Ref
  /** As they stood when the signature was verified; a later onboarding changes neither. */
  readonly publisher: Ref
  readonly publisher_key_hash: string
  readonly name: string
  readonly version: string
  readonly package_hash: string
  readonly authority_epoch: Ref | null
  readonly status: PackageStatus
  readonly reviews: readonly ReviewSummary[]
  readonly activated_at: string | null
  readonly human_presence_receipt: Ref | null
  readonly superseded_by: Ref | null
  readonly revoked_at: string | null
  readonly reason_hash: string | null
}

export interface PackageReviewState {
  readonly package: Ref
  readonly reviewer_trust: Ref
  readonly reviewer: Ref
  readonly reviewer_key_hash: string
  readonly decision: 'approve' | 'reject'
  readonly review_hash: string
}

/** The index key under which every package of a tenant is listed. */
export const everyPackage = 'every'

export const PublisherTrust = record<PublisherTrustState>()('authority_publisher_trust')
export const ReviewerTrust = record<ReviewerTrustState>()('authority_reviewer_trust')
export const AuthorityPackage = record<AuthorityPackageState>()('authority_package', {
  index: {
    all: () => everyPackage,
    name: ({ name }) => name,
    package_hash: ({ package_hash }) => package_hash,
  },
})
export const PackageReview = record<PackageReviewState>()('authority_package_review', {
  index: { review_hash: ({ review_hash }) => review_hash },
})
