/** A month of the calendar in UTC, `YYYY-MM`. Months compare as text. */
export type Month = string

const form = /^\d{4}-(0[1-9]|1[0-2])$/

export function isMonth(text: string): boolean {
  return form.test(text)
}

/** The month in which an instant lies; RFC 3339 in UTC. */
export function monthOf(time: string): Month {
  return time.slice(0, 7)
}

export function yearOf(month: Month): string {
  return month.slice(0, 4)
}

export function nextMonth(month: Month): Month {
  const index = Number(yearOf(month)) * 12 + Number(month.slice(5))
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}
