/** The generator of P-256 (SEC 2, section 2.4.2): a point that every reader can check. */
export const exampleKey =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'

/** In the form of a hash that the runtime computes again. */
export const exampleHash = `sha256:${'0'.repeat(64)}`
export const exampleSignature = '0'.repeat(128)
