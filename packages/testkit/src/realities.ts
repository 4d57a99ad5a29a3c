import type { Ref } from '@membrane/contract'
import type { CallOptions, World } from './world.ts'

export const approval: Ref[] = ['evidence_bundle:promotion_approval']

/** A projection over the record as it is. */
export async function forkIn(world: World, patch: object = {}): Promise<Ref> {
  const { projection } = await world.admits('reality.fork', patch)
  return projection
}

/** Runs an operation inside a projection; answers the body of `reality.commit`. */
export function projectIn(
  world: World,
  reality: Ref,
  operation: string,
  input: object,
  options: CallOptions = {},
) {
  return world.admits('reality.commit', { reality, operation, input }, options)
}
