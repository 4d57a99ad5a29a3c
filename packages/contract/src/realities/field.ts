import { judged, ref } from '../field.ts'

/** The reality in which something happens. The decision judges it first: without one nothing else is looked at. */
export const reality = judged(ref(undefined, { code: 'reality_unspecified' }))
