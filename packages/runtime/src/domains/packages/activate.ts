import { AuthorityPackage, operations, type AuthorityPackageState } from '@membrane/contract'
import { admit, implement, next, refuse } from '../../admission/decision.ts'
import {
  readGivenPresence,
  refuseGivenPresence,
  usePresence,
} from '../../admission/guards/presence-approval.ts'

export const activatePackage = implement(operations['authority.package.activate'], {
  facts: async (input, view) => {
    const found = await view.get(AuthorityPackage, input.package)
    const named = found === undefined ? [] : await view.list(AuthorityPackage, 'name', found.state.name)
    return {
      presence: await readGivenPresence(view, 'authority.package.activate', input),
      found,
      active: named.find(({ state }) => state.status === 'active'),
    }
  },

  decide: ({ human_presence_receipt }, { presence, found, active }, at) => {
    if (!presence) return refuse('human_presence_receipt_unknown')
    const refused = refuseGivenPresence(presence, at)
    if (refused) return refused
    if (!found) return refuse('authority_package_unknown')
    const { status, name, version } = found.state
    if (status === 'active' || status === 'superseded' || status === 'revoked') {
      return refuse('authority_package_stale', `The package is ${status}.`)
    }
    if (!isApproved(found.state)) return refuse('authority_package_review_missing')
    const activated = { status: 'active', activated_at: at.time, human_presence_receipt } as const
    const body = {
      package: found.ref,
      name,
      version,
      activated_at: at.time,
      superseded: active?.ref ?? null,
    }
    return admit(body, [
      next(AuthorityPackage, found, activated),
      ...(active ? [next(AuthorityPackage, active, { status: 'superseded', superseded_by: found.ref })] : []),
      ...usePresence(presence, at),
    ])
  },
})

/** At least one reviewer approves, and none rejects: the newest word of each counts. */
function isApproved({ reviews }: AuthorityPackageState): boolean {
  return reviews.length > 0 && reviews.every(({ decision }) => decision === 'approve')
}
