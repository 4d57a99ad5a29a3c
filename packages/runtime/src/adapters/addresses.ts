import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** What is not the public Internet, by the IANA special-purpose registries. */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, bits)
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is of the public Internet. IPv6 addresses that carry one of IPv4 are not. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** The host of a URL, an IPv6 address without its brackets. */
export function literal({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

export type Resolve = (host: string) => Promise<readonly string[]>

const resolveHost: Resolve = async (host) => {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

/**
 * The one address to which a host name is pinned for a delivery. An address in the URL, and `localhost`, are the
 * operator's own choice; a name must lead to public addresses only, so that whoever holds its DNS cannot point the
 * runtime at its own network. Null where it does not.
 */
export async function pinAddress(url: URL, resolve: Resolve = resolveHost): Promise<string | null> {
  const host = literal(url)
  if (isIP(host) !== 0) return host
  const [first, ...rest] = await resolve(host)
  if (first === undefined) return null
  if (host === 'localhost') return first
  return [first, ...rest].every(isPublic) ? first : null
}
