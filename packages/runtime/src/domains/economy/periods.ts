import {
  EconomicPeriod,
  monthOf,
  nextMonth,
  yearOf,
  type EconomicPeriodState,
  type Month,
} from '@membrane/contract'
import { create, type Atom, type Context, type View, type Write } from '../../admission/decision.ts'

/** A month and its record; none has been written for a month in which nothing was to be closed yet. */
export interface Period {
  readonly month: Month
  readonly record: Atom<EconomicPeriodState> | undefined
}

export function periodRef(month: Month): string {
  return `economic_period:${month}`
}

export async function readPeriod(view: View, month: Month): Promise<Period> {
  return { month, record: await view.get(EconomicPeriod, periodRef(month)) }
}

export function isClosed({ record }: Period): boolean {
  return record?.state.status === 'closed'
}

/** Where what happens now falls: the month of now, or the first month after it that is open. */
export async function readCurrentPeriod(view: View, { time }: Context): Promise<Period> {
  const first = await readPeriod(view, monthOf(time))
  return isClosed(first) ? readFirstOpen(view, nextMonth(first.month)) : first
}

/** Reads a year at a time: however many months are closed ahead, there are few years. */
async function readFirstOpen(view: View, from: Month): Promise<Period> {
  let month = from
  for (;;) {
    const year = yearOf(month)
    const listed = await view.list(EconomicPeriod, 'year', year)
    const records = new Map(listed.map((record) => [record.state.month, record]))
    for (; yearOf(month) === year; month = nextMonth(month)) {
      const period = { month, record: records.get(month) }
      if (!isClosed(period)) return period
    }
  }
}

/** Puts a month on record before something in it can be open: closing looks at the months that are there. */
export function register({ month, record }: Period): Write[] {
  if (record !== undefined) return []
  return [create(EconomicPeriod, periodRef(month), { month, status: 'open' })]
}
