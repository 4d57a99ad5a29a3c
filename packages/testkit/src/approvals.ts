import type { ApprovableOperation, Ref } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { sha256 } from './packages.ts'
import { people } from './stories.ts'
import type { CallOptions, World } from './world.ts'

/** Ada approves a request; answers the approval that may stand in the place of its presence. */
export async function approve(
  world: World,
  for_operation: ApprovableOperation,
  request: object,
  { actor = people.ada, ...options }: CallOptions & { readonly actor?: Ref } = {},
): Promise<Ref> {
  const { human_presence_receipt: _, ...intent } = request as { readonly [name: string]: unknown }
  const tenant = (intent.tenant ?? 'tenant_node:fixture') as Ref
  const body = {
    tenant,
    actor,
    human_presence_receipt: await world.presence(tenant, { subject: actor }),
    for_operation,
    intent_hash: sha256(canonicalJson(intent)),
    fixture: true,
  }
  return (await world.admits('authority.presenceApproval', body, options)).presence_approval
}
