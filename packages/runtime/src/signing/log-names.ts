import type { Ref } from '@membrane/contract'
import { logOrigin, type Keyring } from './keyring.ts'

const remembered = 10_000

/** Origins of logs, derived once for tenants in use: the keyed hash would be the dearest part of a commit. */
export function createLogNames(keyring: Keyring): (tenant: Ref, epoch: number) => string {
  const names = new Map<string, string>()
  return (tenant, epoch) => {
    const key = `${epoch} ${tenant}`
    let name = names.get(key)
    if (name === undefined) {
      name = logOrigin(keyring, tenant, epoch)
      if (names.size >= remembered) names.clear()
      names.set(key, name)
    }
    return name
  }
}
