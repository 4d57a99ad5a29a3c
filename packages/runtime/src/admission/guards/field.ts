import type { RefusalCode } from '@membrane/contract'
import { refuse, type Refused } from '../decision.ts'

/** Refuses a field that a decision judges, and says where and what must hold, as the gate does for the others. */
export function refuseField<const Code extends RefusalCode>(
  code: Code,
  field: string,
  rule: string,
): Refused<Code> {
  const path = `/${field}`
  return refuse(code, `${path} ${rule}.`, { fields: [{ path, rule }] })
}
