import type { Ref } from '@membrane/contract'
import { logOrigin, type Keyring } from './keyring.ts'
import { memoize } from './memoize.ts'

/** Origins of logs, derived once for tenants in use: the keyed hash would be the dearest part of a commit. */
export function createLogNames(keyring: Keyring): (tenant: Ref, epoch: number) => string {
  const ofEpoch = keyring.epochs.map(({ epoch }) => memoize((tenant) => logOrigin(keyring, tenant, epoch)))
  return (tenant, epoch) => ofEpoch[epoch - 1]?.(tenant) ?? logOrigin(keyring, tenant, epoch)
}
