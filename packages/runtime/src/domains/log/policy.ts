import { operations } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'

export const showLogPolicy = implement(operations['log.policy'], {
  facts: (_, view, at) => view.prover.policy(at.tenant),

  decide: (_, { origin, keys }) =>
    admit({
      origin,
      keys: keys.map(({ verifierKey, ...key }) => ({ verifier_key: verifierKey, ...key })),
    }),
})
