import {
  ClosureSurface,
  EconomicPeriod,
  isEvidence,
  isMonth,
  limits,
  monthOf,
  operations,
  PeriodClose,
  type Month,
  type Ref,
} from '@membrane/contract'
import {
  admit,
  already,
  create,
  implement,
  next,
  refuse,
  type Context,
  type View,
} from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import { periodRef, readPeriod } from './periods.ts'

export const closePeriod = implement(operations['economy.periodClose'], {
  facts: async (input, view, at) => {
    const month = monthToClose(input, at)
    if (!isMonth(month)) return undefined
    return {
      month,
      closed: await view.get(PeriodClose, closeRef(month)),
      period: await readPeriod(view, month),
      open: await readOpenSurfaces(view, month),
    }
  },

  decide: ({ evidence = [] }, facts, at) => {
    if (facts === undefined)
      return refuseField('economic_period_malformed', 'period', 'must be a month, YYYY-MM')
    const { month, closed, period, open } = facts
    if (!evidence.some((bundle) => isEvidence(bundle, 'closure_clearance')))
      return refuse('required_evidence_missing', 'evidence must cite evidence_bundle:closure_clearance.')
    if (closed)
      return already({ periodClose: closed.ref, period: month, stable_code: 'period_already_closed' })
    if (open.length > 0)
      return refuse('economic_closure_surface_open', undefined, {
        open_closure_surfaces: open.slice(0, limits.openSurfacesListed),
        open_closure_surface_count: open.length,
      })
    const periodClose = closeRef(month)
    return admit({ periodClose, period: month }, [
      create(PeriodClose, periodClose, { period: month, evidence, closed_at: at.time }),
      period.record
        ? next(EconomicPeriod, period.record, { status: 'closed' })
        : create(EconomicPeriod, periodRef(month), { month, status: 'closed' }),
    ])
  },
})

function monthToClose({ period }: { readonly period?: string }, { time }: Context): Month {
  return period ?? monthOf(time)
}

function closeRef(month: Month): Ref {
  return `period_close:${month}`
}

/** Open surfaces of a month and of those before it. A closed month has none, so only open ones are read. */
async function readOpenSurfaces(view: View, until: Month): Promise<Ref[]> {
  const open: Ref[] = []
  const months = await view.list(EconomicPeriod, 'status', 'open')
  for (const { state } of months) {
    if (state.month > until) continue
    const surfaces = await view.list(ClosureSurface, 'open', state.month)
    open.push(...surfaces.map(({ ref }) => ref))
  }
  return open
}
