import type { TestContext } from 'node:test'
import type { OperationName, RefusalCode } from '@membrane/contract'
import type { CallOptions, World } from './world.ts'

/** Names a request that passes; each call breaks it in one way and expects one code. */
export function refusing(
  t: TestContext,
  world: World,
  name: OperationName,
  valid: object,
  options: CallOptions = {},
) {
  return (code: RefusalCode, patch: object = {}): Promise<void> =>
    t.test(`${name} ${code}`, async () => {
      await world.refuses(name, code, { ...valid, ...patch }, options)
    })
}
