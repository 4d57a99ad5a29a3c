import { HostedOperatorRoster, type HostedOperatorRosterState, type Ref } from '@membrane/contract'
import type { Atom, Context, View, Write } from '../decision.ts'
import { isInForce, readChain } from './authority.ts'
import { put } from './place.ts'

type Roster = Atom<HostedOperatorRosterState> | undefined
type Entry = HostedOperatorRosterState['grants'][number]

/** Whether a grant of the tenant is in date and its standing in force. */
export async function holdsLiveGrant(view: View, at: Context): Promise<boolean> {
  const roster: Roster = await view.get(HostedOperatorRoster, at.tenant)
  for (const { expires_at, standing } of roster?.state.grants ?? []) {
    if (at.now >= Date.parse(expires_at)) continue
    if (isInForce(await readChain(view, standing), at.now)) return true
  }
  return false
}

/** The roster with a grant more. */
export function enterGrant(roster: Roster, entry: Entry, at: Context): Write {
  return writeRoster(roster, [...inDate(roster, at), entry], at)
}

/** The roster without a grant. */
export function strikeGrant(roster: Roster, grant: Ref, at: Context): Write {
  return writeRoster(
    roster,
    inDate(roster, at).filter((entry) => entry.grant !== grant),
    at,
  )
}

function inDate(roster: Roster, { now }: Context): readonly Entry[] {
  return (roster?.state.grants ?? []).filter(({ expires_at }) => now < Date.parse(expires_at))
}

function writeRoster(roster: Roster, grants: readonly Entry[], at: Context): Write {
  return put({ record: HostedOperatorRoster, ref: at.tenant, earlier: roster }, { grants })
}
