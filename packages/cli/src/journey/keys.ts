import { createHash, generateKeyPairSync, sign } from 'node:crypto'

/** A key of a publisher, a reviewer or a device; it lives as long as the journey. */
export interface SigningKey {
  /** The uncompressed point of P-256. */
  readonly publicKeyHex: string
  /** ES256 over the 32 bytes that a hash names, raw r and s in hex. */
  readonly sign: (hash: string) => string
}

export function signingKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const publicKeyHex = `04${Buffer.from(x, 'base64url').toString('hex')}${Buffer.from(y, 'base64url').toString('hex')}`
  return {
    publicKeyHex,
    sign(hash) {
      const message = Buffer.from(hash.slice('sha256:'.length), 'hex')
      return sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('hex')
    },
  }
}

export function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
