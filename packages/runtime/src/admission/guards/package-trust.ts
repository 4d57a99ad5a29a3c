import { isSha256, type TrustedKey } from '@membrane/contract'
import { refuse, type Refused } from '../decision.ts'
import { readPublicKey } from './public-key.ts'

interface StatedKey {
  readonly public_key_algorithm?: string
  readonly public_key_hash?: string
  readonly public_key_uncompressed_hex?: string
}

type KeyCode = 'authority_package_trust_public_key_invalid'

/** The key that a request states: on the curve, and of the hash beside it; a hash alone is kept as it is. */
export function trustedKey(stated: StatedKey): TrustedKey | Refused<KeyCode> {
  const { public_key_hash = null, public_key_uncompressed_hex: hex, public_key_algorithm } = stated
  if (public_key_algorithm !== 'ES256') return refuse(code, 'The algorithm must be ES256.')
  if (public_key_hash !== null && !isSha256(public_key_hash)) {
    return refuse(code, 'The hash must be sha256: and 64 lower-case hex digits.')
  }
  if (hex === undefined) return { public_key_hash, public_key_uncompressed_hex: null }
  const key = readPublicKey(hex)
  if (key === undefined)
    return refuse(code, 'The key must be the 65 bytes of an uncompressed point of P-256.')
  if (public_key_hash !== null && public_key_hash !== key.public_key_hash) {
    return refuse(code, "The hash must be SHA-256 over the key's 65 bytes.")
  }
  return key
}

const code = 'authority_package_trust_public_key_invalid'

/** `public_verification_material` of an onboarded key. */
export function verificationMaterial({ public_key_hash, public_key_uncompressed_hex }: TrustedKey) {
  return {
    public_key_algorithm: 'ES256',
    public_key_hash,
    public_key_uncompressed_hex,
    external_signature_verification_supported: public_key_uncompressed_hex !== null,
    private_key_material_exposed: false,
  } as const
}
