import { fixtureTenant, holdsScope, type Operation, type Ref, type RefusalCode } from '@membrane/contract'
import { anonymous, type Resolved } from './caller.ts'
import type { Caller } from './decision.ts'

export type Bearer = 'listed' | 'writes'

/** Decides by the access class whether a bearer is needed, checks one that was sent, and the scope it gives. */
export function createAccess(bearer: Bearer, resolve: (token: string, now: number) => Promise<Resolved>) {
  return async function callerOf(
    operation: Operation,
    token: string | undefined,
    now: number,
  ): Promise<Resolved> {
    const { access } = operation
    if (access === 'public') return { caller: anonymous, reads: [] }
    if (token === undefined) return isOpen(operation, bearer) ? { caller: anonymous, reads: [] } : needed
    const resolved = await resolve(token, now)
    if (access === 'ceremony') return 'refused' in resolved ? { caller: anonymous, reads: [] } : resolved
    if ('refused' in resolved || bearer === 'listed' || operation.scopeFree) return resolved
    return holdsScope(resolved.caller.scopes, operation.name) ? resolved : { refused: 'scope_mismatch' }
  }
}

const needed: { readonly refused: RefusalCode } = { refused: 'bearer_required' }

function isOpen({ access }: Operation, bearer: Bearer): boolean {
  return access === 'ceremony' || (access === 'tenant' && bearer === 'listed')
}

/** The tenant that a call speaks of: the body's, else the session's, else the fixture tenant. */
export function tenantOf(caller: Caller, named: Ref | undefined): Ref {
  return named ?? caller.tenant ?? fixtureTenant
}

/** Built-in sessions may name any tenant, issued ones their own. In a ceremony the bearer lends no tenant. */
export function mayName(caller: Caller, tenant: Ref, { access }: Operation): boolean {
  return (
    access === 'ceremony' || caller.tenant === null || caller.builtIn !== null || caller.tenant === tenant
  )
}
