import type { RecordType, Ref } from '@membrane/contract'
import { create, next, type Atom, type Context, type View, type Write } from '../decision.ts'

/** A record under a name that the caller may have chosen, and may have used before. */
export interface Place<State> {
  readonly record: RecordType<State>
  readonly ref: Ref
  readonly earlier: Atom<State> | undefined
}

/** Where a record goes: under the ref that was sent, else under a new one. */
export async function placeOf<State>(
  record: RecordType<State>,
  sent: Ref | undefined,
  view: View,
  at: Context,
): Promise<Place<State>> {
  const earlier = await view.get(record, sent)
  return { record, ref: sent ?? at.mint(record.kind), earlier }
}

/** The first version of the record, or its next. */
export function put<State>({ record, ref, earlier }: Place<State>, state: State): Write {
  return earlier === undefined ? create(record, ref, state) : next(record, earlier, state)
}
