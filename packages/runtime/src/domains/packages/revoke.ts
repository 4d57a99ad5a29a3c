import { AuthorityPackage, operations } from '@membrane/contract'
import { admit, already, implement, next, refuse } from '../../admission/decision.ts'

export const revokePackage = implement(operations['authority.package.revoke'], {
  facts: async (input, view) => ({ found: await view.get(AuthorityPackage, input.package) }),

  decide: ({ reason_hash }, { found }, at) => {
    if (!found) return refuse('authority_package_unknown')
    const body = { package: found.ref, revocation_record: `${found.ref}_revoked` }
    if (found.state.status === 'revoked') {
      return already({ ...body, stable_code: 'authority_package_already_revoked' })
    }
    return admit(body, [
      next(AuthorityPackage, found, { status: 'revoked', revoked_at: at.time, reason_hash }),
    ])
  },
})
