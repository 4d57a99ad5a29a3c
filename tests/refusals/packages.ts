import { PackageHouse, sha256 } from '@membrane/testkit'
import { broken, exampleOf, present, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const publisher = 'authority.package.publisher.onboard'
const reviewer = 'authority.package.reviewer.onboard'
const importing = 'authority.package.import'
const review = 'authority.package.review'
const activate = 'authority.package.activate'

const house = (stage: Stage): Promise<PackageHouse> => PackageHouse.open(stage.world, tenant)

async function release(stage: Stage): Promise<object> {
  return (await house(stage)).release('1.0.0')
}

async function verdict(stage: Stage): Promise<object> {
  const open = await house(stage)
  return open.verdict(await open.bring('1.0.0', 'candidate'))
}

async function activation(stage: Stage, subject: string): Promise<object> {
  return { tenant, package: subject, human_presence_receipt: await present(stage), fixture: true }
}

/** A second reviewer, who signs with Rosa's key under another name or with another key under hers. */
function secondReviewer(stage: Stage, patch: object): Promise<unknown> {
  const trust_ref = 'authority_reviewer_trust:second'
  return stage.admits(reviewer, { ...exampleOf(reviewer), trust_ref, ...patch })
}

export const packageScenarios: Scenarios = {
  authority_package_publisher_private_key_refused: broken(publisher, {
    private_key_material: 'a private key',
  }),
  authority_package_publisher_trust_missing: broken(publisher, { fixture: false }),
  authority_package_reviewer_standing_missing: broken(reviewer, { standing_ref: 'standing_grant:none' }),
  authority_package_reviewer_conflict: broken(reviewer, { reviewer_conflict: true }),
  authority_package_reviewer_trust_missing: broken(reviewer, { fixture: false }),
  authority_package_trust_public_key_invalid: broken(publisher, { public_key_algorithm: 'RS256' }),
  authority_package_publisher_unknown: broken(
    importing,
    { publisher_trust: 'authority_publisher_trust:none' },
    release,
  ),
  authority_package_reviewer_unknown: broken(
    review,
    { reviewer_trust: 'authority_reviewer_trust:none' },
    verdict,
  ),
  authority_package_unknown: broken(review, { package: 'authority_package:none' }, verdict),
  authority_package_signature_invalid: async (stage) => {
    const open = await house(stage)
    const body = open.release('1.0.0')
    const forged = { ...body, signature_hex: open.reviewer.sign(body.package_hash) }
    const shown = { signature_hex: '<ES256 signature by another key, r and s in hex>' }
    await stage.refused(importing, forged, { shown })
    await stage.passes(importing, body)
  },
  authority_package_version_conflict: async (stage) => {
    const open = await house(stage)
    await stage.admits(importing, open.release('1.0.0'))
    const package_hash = sha256('changed afterwards')
    const changed = {
      ...open.release('1.0.0'),
      package_hash,
      signature_hex: open.publisher.sign(package_hash),
    }
    await stage.refused(importing, changed)
    await stage.passes(importing, { ...changed, version: '1.0.1' })
  },
  authority_package_stale: async (stage) => {
    const open = await house(stage)
    const body = open.verdict(await open.bring('1.0.0', 'imported'))
    await stage.refused(review, body)
    const candidate = { ...exampleOf('authority.package.candidate'), package: body.package }
    await stage.admits('authority.package.candidate', candidate)
    await stage.passes(review, body)
  },
  authority_package_self_review: async (stage) => {
    const open = await house(stage)
    const body = open.verdict(await open.bring('1.0.0', 'candidate'))
    const { public_key_uncompressed_hex } = open.publisher
    await secondReviewer(stage, { reviewer_ref: 'professional_reviewer:sam', public_key_uncompressed_hex })
    const own = { ...body, reviewer_trust: 'authority_reviewer_trust:second' }
    const signature_hex = open.publisher.sign(body.review_hash)
    const shown = { signature_hex: "<ES256 signature by the publisher's key, r and s in hex>" }
    await stage.refused(review, { ...own, signature_hex }, { shown })
    await stage.passes(review, body)
  },
  authority_package_review_replayed: async (stage) => {
    const open = await house(stage)
    const first = open.verdict(await open.bring('1.0.0', 'candidate'))
    await stage.admits(review, first)
    await stage.refused(review, { ...first, decision: 'reject' })
    await stage.passes(review, open.verdict(first.package, 'reject'))
  },
  authority_package_review_missing: async (stage) => {
    const open = await house(stage)
    const subject = await open.bring('1.0.0', 'candidate')
    const body = await activation(stage, subject)
    await stage.refused(activate, body)
    await stage.admits(review, open.verdict(subject))
    await stage.passes(activate, body)
  },
}
