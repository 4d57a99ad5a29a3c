import { isRef, operations, type Ref, type RefusalCode } from '@membrane/contract'
import { createAccess, mayName, tenantOf, type Bearer } from './access.ts'
import { createCallers, type CallerSettings } from './caller.ts'
import type { Store } from '../store/port.ts'

/** Finds the tenant whose log documents a bearer may read, or why it may read none. */
export type ReadableTenant = (
  bearer: string | undefined,
  named: string | undefined,
  nowMs: number,
) => Promise<{ readonly tenant: Ref } | { readonly refused: RefusalCode }>

/** Checkpoints and tiles are open to whom `log.policy` is: a bearer of the tenant. */
export function createDocumentAccess(store: Store, bearer: Bearer, settings: CallerSettings): ReadableTenant {
  const operation = operations['log.policy']
  const callerOf = createAccess(bearer, createCallers(store, settings))
  return async (token, named, nowMs) => {
    const resolved = await callerOf(operation, token, nowMs)
    if ('refused' in resolved) return resolved
    if (named !== undefined && !isRef(named, 'tenant_node')) return { refused: 'query_malformed' }
    const tenant = tenantOf(resolved.caller, named)
    return mayName(resolved.caller, tenant, operation) ? { tenant } : { refused: 'tenant_mismatch' }
  }
}
