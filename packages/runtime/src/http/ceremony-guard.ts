import { isIPv6 } from 'node:net'
import { fixtureTenant, limits, type Operation } from '@membrane/contract'
import { Buckets } from './buckets.ts'

/** Answers the seconds that a ceremony has to wait; 0 where it may go on. */
export type CeremonyGuard = (
  operation: Operation,
  peer: string,
  body: Readonly<Record<string, unknown>>,
) => number

/** Ceremonies need no bearer, so beyond the loopback each peer and each tenant has a rate of its own. */
export function createCeremonyGuard(clock: () => number): CeremonyGuard {
  const keysMax = limits.ceremonyKeysMax
  const peers = new Buckets({
    burst: limits.ceremonyPeerBurst,
    perSecond: limits.ceremonyPeerPerSecond,
    keysMax,
  })
  const tenants = new Buckets({
    burst: limits.ceremonyTenantBurst,
    perSecond: limits.ceremonyTenantPerSecond,
    keysMax,
  })

  return ({ access }, peer, { tenant }) => {
    if (access !== 'ceremony') return 0
    const now = clock()
    const wait = peers.take(networkOf(peer), now)
    return wait > 0 ? wait : tenants.take(typeof tenant === 'string' ? tenant : fixtureTenant, now)
  }
}

/** One customer's network: an IPv4 address, or the first 64 bits of an IPv6 one. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - after }, () => '0')
  return [...groups, ...zeros, ...(tail?.split(':') ?? [])].slice(0, 4).join(':')
}
