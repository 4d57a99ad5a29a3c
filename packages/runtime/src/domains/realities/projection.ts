import { isRef, Reality, recordReality, type RealityState, type Ref } from '@membrane/contract'
import { refuse, type Atom, type Refused, type View } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'

export type Projection = Atom<RealityState>

/** A reality as it was asked for: the record itself, one of the tenant's projections, or none of them. */
export type Found = Projection | 'record' | undefined

export async function readReality(view: View, ref: Ref | undefined): Promise<Found> {
  return ref === recordReality ? 'record' : view.get(Reality, ref)
}

/** Every act names the reality in which it happens, before anything else of it is judged. */
export function refuseUnspecified(ref: Ref | undefined): Refused<'reality_unspecified'> | undefined {
  if (ref !== undefined && isRef(ref)) return undefined
  return refuseField('reality_unspecified', 'reality', 'must be a reference <kind>:<identifier>')
}

export function isOpen(found: Found): found is Projection {
  return typeof found === 'object' && found.state.status === 'projected'
}

/** Why a reality is not a projection that something can still happen in. */
export function refuseClosed(found: Found): Refused<'reality_unknown' | 'reality_not_projected'> {
  return refuse(found === undefined ? 'reality_unknown' : 'reality_not_projected')
}
