import { operations, refusals } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'

const codes = Object.keys(refusals)

export const refusalCodes = implement(operations['refusal.codes'], { decide: () => admit({ codes }) })
