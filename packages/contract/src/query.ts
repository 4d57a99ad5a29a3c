import { optional, ref } from './field.ts'

/** `?tenant=`: the built-in sessions may name any tenant; others only their own. */
export const queryTenant = optional(ref('tenant_node', { code: 'query_malformed' }))
