import { ClosureSurface, isMonth, operations } from '@membrane/contract'
import { admit, already, implement, next, refuse } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import { isClosed, readPeriod, register } from './periods.ts'

export const carryForward = implement(operations['economy.surfaceCarryForward'], {
  facts: async (input, view) => {
    if (!isMonth(input.to_period)) return undefined
    return {
      surface: await view.get(ClosureSurface, input.closure_surface),
      target: await readPeriod(view, input.to_period),
    }
  },

  decide: (input, facts) => {
    if (facts === undefined)
      return refuseField('economic_period_malformed', 'to_period', 'must be a month, YYYY-MM')
    const { surface, target } = facts
    const { closure_surface: closureSurface, to_period: toPeriod, advisor_evidence } = input
    if (!surface) return refuse('economic_closure_surface_unknown')
    const { status, period: fromPeriod, carried_from } = surface.state
    if (status === 'closed') return refuse('economic_closure_surface_resolved')
    if (carried_from !== null && toPeriod === fromPeriod) {
      const stable_code = 'closure_surface_already_carried_forward' as const
      return already({ closureSurface, fromPeriod: carried_from, toPeriod, stable_code })
    }
    if (toPeriod <= fromPeriod) return refuse('economic_period_not_later')
    if (isClosed(target)) return refuse('economic_period_closed')
    return admit({ closureSurface, fromPeriod, toPeriod }, [
      next(ClosureSurface, surface, { period: toPeriod, carried_from: fromPeriod, advisor_evidence }),
      ...register(target),
    ])
  },
})
