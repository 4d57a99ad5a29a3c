import type { Ref } from '@membrane/contract'
import { intentHash } from '@membrane/client'
import { sha256, signingKey } from './keys.ts'
import type { ProvePresence } from './passkey.ts'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** A package is published, reviewed under the standing, activated in person, and withdrawn. */
export async function trustPackage(stage: Stage, standing: Ref, present: ProvePresence): Promise<void> {
  const { membrane, tenant, chapter, step, refused } = stage
  chapter('A package, from its publisher to activation')
  const { publisher_trust, publisher, reviewer_trust, reviewer } = await onboard(stage, standing)
  const package_hash = sha256('de.gmbh.authority 1.0.0')
  const release = {
    tenant,
    publisher_trust,
    name: 'de.gmbh.authority',
    version: '1.0.0',
    package_hash,
    signature_hex: publisher.sign(package_hash),
    fixture: true,
  }
  await refused(
    membrane.authorityPackageImport({ ...release, signature_hex: reviewer.sign(package_hash) }),
    'authority_package_signature_invalid',
  )
  const { package: ref } = await step(membrane.authorityPackageImport(release))
  const named = { tenant, package: ref, fixture: true }
  const authority_epoch = 'authority_epoch:journey'
  await step(membrane.authorityPackageCandidate({ ...named, authority_epoch }))

  const human_presence_receipt = await present(['authority.package.activate'])
  await refused(
    membrane.authorityPackageActivate({ ...named, human_presence_receipt }),
    'authority_package_review_missing',
  )
  const review_hash = sha256('nothing is missing, nothing is too much')
  await step(
    membrane.authorityPackageReview({
      ...named,
      reviewer_trust,
      decision: 'approve',
      review_hash,
      signature_hex: reviewer.sign(review_hash),
    }),
  )
  const approval = {
    tenant,
    actor,
    human_presence_receipt,
    for_operation: 'authority.package.activate' as const,
    intent_hash: intentHash(named),
    fixture: true,
  }
  await refused(
    membrane.authorityPresenceApproval({ ...approval, create_standing_from_presence: true }),
    'm13_human_presence_cannot_create_standing',
  )
  const { presence_approval } = await step(membrane.authorityPresenceApproval(approval))
  const activation = { ...named, human_presence_receipt: presence_approval }
  await step(membrane.authorityPackageActivate(activation))
  await refused(membrane.authorityPackageActivate(activation), 'presence_approval_consumed')
  await step(membrane.authorityPackageStatus({ tenant }))
  await step(membrane.authorityPackageRevoke({ ...named, reason_hash: sha256('withdrawn') }))
}

/** Publisher and reviewer are onboarded with keys that are made here. */
async function onboard({ membrane, tenant, step, refused }: Stage, standing_ref: Ref) {
  const publisher = signingKey()
  const reviewer = signingKey()
  const common = { tenant, public_key_algorithm: 'ES256' as const, fixture: true }
  const publishing = { ...common, publisher_ref: 'publisher:journey' }
  await refused(
    membrane.authorityPackagePublisherOnboard({
      ...publishing,
      public_key_uncompressed_hex: `04${'11'.repeat(64)}`,
    }),
    'authority_package_trust_public_key_invalid',
  )
  const { publisher_trust } = await step(
    membrane.authorityPackagePublisherOnboard({
      ...publishing,
      public_key_uncompressed_hex: publisher.publicKeyHex,
    }),
  )
  const { reviewer_trust } = await step(
    membrane.authorityPackageReviewerOnboard({
      ...common,
      reviewer_ref: 'professional_reviewer:rosa',
      standing_ref,
      public_key_uncompressed_hex: reviewer.publicKeyHex,
    }),
  )
  return { publisher, publisher_trust, reviewer, reviewer_trust }
}
