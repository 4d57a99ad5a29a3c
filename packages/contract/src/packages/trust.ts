import { judged, oneOf, optional, sha256, text } from '../field.ts'
import * as is from '../response.ts'

const invalid = { code: 'authority_package_trust_public_key_invalid' } as const

/** The public key of a publisher or a reviewer, as requests give it. */
export const trustedKeyRequest = {
  public_key_hash: optional(sha256(invalid)),
  public_key_algorithm: oneOf(['ES256'], invalid),
  public_key_uncompressed_hex: optional(text(invalid)),
} as const

/** The same, where the decision refuses other things first. */
export const judgedKeyRequest = {
  public_key_hash: judged(trustedKeyRequest.public_key_hash),
  public_key_algorithm: judged(trustedKeyRequest.public_key_algorithm),
  public_key_uncompressed_hex: judged(trustedKeyRequest.public_key_uncompressed_hex),
} as const

/** `public_verification_material`: what the runtime verifies signatures with. */
export const verificationMaterial = is.record({
  public_key_algorithm: is.literal('ES256'),
  public_key_hash: is.nullable(is.string),
  public_key_uncompressed_hex: is.nullable(is.string),
  external_signature_verification_supported: is.boolean,
  private_key_material_exposed: is.no,
})
