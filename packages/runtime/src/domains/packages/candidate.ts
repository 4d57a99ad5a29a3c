import { AuthorityPackage, operations } from '@membrane/contract'
import { admit, implement, next, refuse } from '../../admission/decision.ts'

export const makeCandidate = implement(operations['authority.package.candidate'], {
  facts: async (input, view) => ({ found: await view.get(AuthorityPackage, input.package) }),

  decide: ({ authority_epoch }, { found }) => {
    if (!found) return refuse('authority_package_unknown')
    const { status, authority_epoch: imported } = found.state
    if (status !== 'imported') return refuse('authority_package_stale', `The package is ${status}.`)
    if (imported !== null && imported !== authority_epoch) {
      return refuse('authority_package_stale', 'The package was imported for another authority epoch.')
    }
    return admit({ package: found.ref, authority_epoch }, [
      next(AuthorityPackage, found, { status: 'candidate', authority_epoch }),
    ])
  },
})
