import type { Ref } from '@membrane/contract'
import { parseOrigin } from '@membrane/ledger'
import type { Signer } from './admission/decision.ts'
import type { Overrides } from './compose.ts'
import type { Config } from './config.ts'
import type { LogDocuments } from './http/log-routes.ts'
import type { Metrics } from './http/metrics.ts'
import { memoryGuard, openGuard } from './signing/checkpoint-guard.ts'
import { CheckpointSigner } from './signing/checkpoint-signer.ts'
import { openKeyring } from './signing/keyring-file.ts'
import { activeKey, createKeyring, fingerprint, keyOfEpoch, logId, type Keyring } from './signing/keyring.ts'
import { createLogNames } from './signing/log-names.ts'
import { memoize } from './signing/memoize.ts'
import { MemoryStore } from './store/memory/store.ts'
import type { LogNaming, Store } from './store/port.ts'

/** What a runtime has of its log. */
export interface OpenedLog {
  readonly keyring: Keyring
  readonly store: Store
  readonly prover: CheckpointSigner
  /** Which key signs for the leaves of an origin. */
  readonly signerOf: (origin: string) => Signer
  readonly logDocuments: Omit<LogDocuments, 'readableTenant'>
}

/** Opens the keyring, the store whose logs it names, the signer of their checkpoints, and what is served of them. */
export async function openLog(
  config: Config,
  { registry }: Metrics,
  overrides: Overrides & Required<Pick<Overrides, 'clock' | 'wait'>>,
): Promise<OpenedLog> {
  const { clock, wait } = overrides
  const { dataDir, logOrigin } = config
  const keyring =
    config.databaseUrl === null ? createKeyring(logOrigin) : await openKeyring(dataDir, logOrigin)
  const { epoch } = activeKey(keyring)
  const originOf = createLogNames(keyring)
  const openStore =
    overrides.openStore ??
    (async (naming) => {
      if (config.databaseUrl === null) return memoryStore(config, clock, naming)
      const { openDurable } = await import('./durable.ts')
      return openDurable(config, { ...naming, clock, registry, fingerprint: fingerprint(keyring) })
    })
  const opened = await openStore({ epoch, originOf })
  const store = overrides.store?.(opened) ?? opened
  const guard = store.identity ? await openGuard(config.dataDir, store.identity) : memoryGuard()
  const prover = new CheckpointSigner({ log: store, keyring, originOf, guard, clock, wait })
  const signerOf = memoize((origin): Signer => ({
    key: origin,
    algorithm: 'Ed25519',
    public_key_hash: keyOfEpoch(keyring, parseOrigin(origin)!.epoch).publicKeyHash,
    root_signing: config.rootSigning,
  }))
  const logDocuments = {
    log: store,
    idOf: (tenant: Ref) => logId(keyring, tenant),
    extent: (tenant: Ref, epoch: number) => prover.extent(tenant, epoch),
    checkpoint: (tenant: Ref, epoch: number) => prover.ofEpoch(tenant, epoch),
  }
  return { keyring, store, prover, signerOf, logDocuments }
}

function memoryStore({ atomsMax }: Config, clock: () => number, naming: LogNaming): Store {
  return new MemoryStore({ clock, ...naming, ...(atomsMax === null ? {} : { atomsMax }) })
}
