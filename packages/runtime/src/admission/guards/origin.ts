import { isIP } from 'node:net'

/** What options answer as `webauthn_origin_policy`. */
export interface OriginPolicy {
  readonly relying_party_id: string
  readonly origin: string
  readonly secure_origin_required: true
  readonly loopback_allowed: true
  readonly decision: 'allowed'
}

/**
 * Judges an origin for a relying party (WebAuthn Level 3, section 5.1.3): https, or http on the loopback, its host
 * equal to the relying party id or below it. Undefined where it is refused.
 */
export function originPolicy(relyingPartyId: string, origin: string): OriginPolicy | undefined {
  if (!URL.canParse(origin)) return undefined
  const url = new URL(origin)
  if (url.origin !== origin) return undefined
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  const within = url.hostname === relyingPartyId || isBelow(url.hostname, relyingPartyId)
  if (!secure || !within) return undefined
  return {
    relying_party_id: relyingPartyId,
    origin,
    secure_origin_required: true,
    loopback_allowed: true,
    decision: 'allowed',
  }
}

function isBelow(host: string, domain: string): boolean {
  return isIP(host) === 0 && host.endsWith(`.${domain}`)
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)
}
