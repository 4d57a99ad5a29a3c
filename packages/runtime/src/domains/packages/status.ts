import { AuthorityPackage, everyPackage, operations } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'

export const packageStatus = implement(operations['authority.package.status'], {
  facts: async (_, view) => ({ packages: await view.list(AuthorityPackage, 'all', everyPackage) }),

  decide: (_, { packages }) =>
    admit({
      packages: packages.map(({ ref, state }) => {
        const { name, version, status, publisher, reviews, activated_at } = state
        return { package: ref, name, version, status, publisher, reviews, activated_at }
      }),
    }),
})
