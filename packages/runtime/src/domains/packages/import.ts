import { AuthorityPackage, operations, PublisherTrust, type AuthorityPackageState } from '@membrane/contract'
import { admit, already, create, implement, refuse } from '../../admission/decision.ts'
import { isSignedHash } from '../../admission/guards/signature.ts'

export const importPackage = implement(operations['authority.package.import'], {
  facts: async (input, view) => ({
    trust: await view.get(PublisherTrust, input.publisher_trust),
    named: await view.list(AuthorityPackage, 'name', input.name),
    hashed: await view.list(AuthorityPackage, 'package_hash', input.package_hash),
  }),

  decide: (input, { trust, named, hashed }, at) => {
    const { publisher_trust, name, version, package_hash, signature_hex = '', epoch = null } = input
    if (!trust) return refuse('authority_package_publisher_unknown')
    const { publisher, public_key_hash, public_key_uncompressed_hex: key } = trust.state
    if (key === null || public_key_hash === null) {
      return refuse('authority_package_signature_invalid', 'The publisher was onboarded without a key.')
    }
    if (!isSignedHash(package_hash, signature_hex, key)) return refuse('authority_package_signature_invalid')
    const isThis = (other: AuthorityPackageState): boolean =>
      other.publisher === publisher &&
      other.name === name &&
      other.version === version &&
      other.package_hash === package_hash
    const ofVersion = named.filter(({ state }) => state.version === version)
    const bound = [...ofVersion, ...hashed].every(({ state }) => isThis(state))
    if (!bound || named.some(({ state }) => state.publisher !== publisher)) {
      return refuse('authority_package_version_conflict')
    }
    const [imported] = ofVersion
    const answer = { publisher_trust, publisher, name, version, package_hash }
    if (imported !== undefined) {
      const { status } = imported.state
      if (status === 'revoked') return refuse('authority_package_stale', 'This version has been revoked.')
      const stable_code = 'authority_package_already_imported'
      return already({ ...answer, package: imported.ref, status, stable_code })
    }
    const ref = at.mint(AuthorityPackage.kind)
    const state: AuthorityPackageState = {
      ...answer,
      publisher_key_hash: public_key_hash,
      authority_epoch: epoch,
      status: 'imported',
      reviews: [],
      activated_at: null,
      human_presence_receipt: null,
      superseded_by: null,
      revoked_at: null,
      reason_hash: null,
    }
    return admit({ ...answer, package: ref, status: 'imported' }, [create(AuthorityPackage, ref, state)])
  },
})
