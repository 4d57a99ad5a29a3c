import { JournalEntry, type JournalLine, type Month, type Ref } from '@membrane/contract'
import { create, type Context, type Write } from '../../admission/decision.ts'

/** Posts lines for a fact; nothing to post is no entry. */
export function post(source: Ref, period: Month, lines: readonly JournalLine[], at: Context): Write[] {
  return lines.length === 0 ? [] : [create(JournalEntry, at.mint('journal_entry'), { source, period, lines })]
}
