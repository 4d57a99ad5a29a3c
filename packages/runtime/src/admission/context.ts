import { recordReality, type Ref } from '@membrane/contract'
import { formatInstant } from '@membrane/ledger'
import type { Store } from '../store/port.ts'
import type { Outside } from './acts.ts'
import type { Bearer } from './access.ts'
import type { CallerSettings } from './caller.ts'
import type { Caller, Context, Signer } from './decision.ts'
import { digestText } from './digest.ts'
import type { Entropy } from './ids.ts'
import { createSecrets, type SecretKeys } from './secrets.ts'

/** What every call's context is made from. */
export interface ContextOptions extends SecretKeys, Pick<CallerSettings, 'fixtureTokens'> {
  readonly store: Store
  readonly entropy: Entropy
  readonly bearer: Bearer
  readonly rootSigning: Context['rootSigning']
  readonly countsAttempts: boolean
  readonly outside: Outside
  /** What `signer` says of a tenant's log. */
  readonly signer: (tenant: Ref) => Signer
  /** What it says of the leaves of an origin. */
  readonly signerOf: (origin: string) => Signer
}

/** Makes the context of a call: everything from outside that its decision may use. */
export function createContexts(options: ContextOptions) {
  const { store, entropy, bearer, rootSigning, countsAttempts, signer, signerOf, fixtureTokens, outside } =
    options
  const { durable, storage } = store

  return (tenant: Ref, caller: Caller, now: number, mint: Context['mint']): Context => {
    const { keyed, secret, token } = createSecrets(entropy, options)
    return {
      now,
      time: formatInstant(now),
      tenant,
      reality: recordReality,
      caller,
      gated: bearer === 'writes',
      durable,
      storage,
      rootSigning,
      signer: signer(tenant),
      signerOf,
      primaryToken: fixtureTokens.primary,
      countsAttempts,
      adapter: (name) => outside.adapter(name),
      mint,
      digest: digestText,
      keyed,
      secret,
      token,
    }
  }
}
