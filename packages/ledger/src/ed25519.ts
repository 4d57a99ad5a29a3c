const SIGNATURE_BYTES = 64

/** True if an Ed25519 signature (RFC 8032) of a message is by the holder of a 32-byte public key. */
export async function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) return false
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', publicKey.slice(), 'Ed25519', false, ['verify'])
  return subtle.verify('Ed25519', key, signature.slice(), message.slice())
}
