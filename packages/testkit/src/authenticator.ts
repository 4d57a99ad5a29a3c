import { SoftwareAuthenticator, type HeldCredential, type Parts } from '@membrane/client'

/** How an answer departs from what it should be. */
export interface Twist {
  readonly parts?: (parts: Parts) => Partial<Parts>
  /** Changes members of the client data. */
  readonly clientData?: Readonly<Record<string, unknown>>
  readonly signature?: (signature: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
}

/** An authenticator that can be told to break any one step of a ceremony. */
export class BreakableAuthenticator extends SoftwareAuthenticator {
  #twist: Twist = {}

  /** Breaks every answer from now on; nothing given mends it. */
  twist(twist: Twist = {}): this {
    this.#twist = twist
    return this
  }

  protected override shape(parts: Parts): Parts {
    const { parts: change, clientData } = this.#twist
    return { ...parts, clientData: { ...parts.clientData, ...clientData }, ...change?.(parts) }
  }

  protected override async sign(
    message: Uint8Array<ArrayBuffer>,
    credential: HeldCredential,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const signature = await super.sign(message, credential)
    return this.#twist.signature?.(signature) ?? signature
  }
}
