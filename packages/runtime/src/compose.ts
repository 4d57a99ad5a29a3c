import { pino, type Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import { Session, type FixtureToken, type Ref } from '@membrane/contract'
import { createEntropy, type Entropy } from './admission/ids.ts'
import { createAdmission, type Admit } from './admission/pipeline.ts'
import type { Config } from './config.ts'
import { implementations } from './domains/index.ts'
import { renderDocuments } from './http/documents.ts'
import { isLoopback } from './http/host-guard.ts'
import { Metrics } from './http/metrics.ts'
import { createServer } from './http/server.ts'
import { activeKey, createKeyring, logOrigin, publicKeyHash } from './signing/keyring.ts'
import { openKeyring } from './signing/keyring-file.ts'
import { loadFixtureTokens } from './signing/fixture-tokens.ts'
import { MemoryStore } from './store/memory/store.ts'
import type { Store } from './store/port.ts'
import { readBuild } from './build.ts'

/** What tests put in the place of the machine's own. */
export interface Surroundings {
  readonly clock?: () => number
  readonly entropy?: Entropy
  readonly logger?: Logger
  readonly store?: (store: Store) => Store
}

/** A runtime that is not listening yet. Disposing it lets running calls end, then closes everything. */
export interface Runtime extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly admit: Admit
  readonly store: Store
  readonly fixtureTokens: Readonly<Record<FixtureToken, string>>
  /** Refuses new requests from now on. */
  stop(): void
}

/** Builds the runtime that a configuration describes. */
export async function compose(config: Config, surroundings: Surroundings = {}): Promise<Runtime> {
  const { clock = Date.now, entropy = createEntropy(), store: wrap = (store) => store } = surroundings
  const logger =
    surroundings.logger ??
    pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const loopback = isLoopback(config.host)
  const fixtureTokens = await loadFixtureTokens(config.fixtureTokens, loopback, config.dataDir)
  const keyring = config.databaseUrl === null ? createKeyring() : await openKeyring(config.dataDir)
  const key = activeKey(keyring)
  const originOf = (tenant: Ref, epoch: number): string => logOrigin(keyring, config.logOrigin, tenant, epoch)
  const limit = config.atomsMax === null ? {} : { atomsMax: config.atomsMax }
  const memory = new MemoryStore({ clock, originOf, epoch: key.epoch, ...limit })
  const store = wrap(memory)

  const admit = createAdmission({
    store,
    implementations,
    clock,
    entropy,
    bearer: config.bearer,
    rootSigning: config.rootSigning,
    countsAttempts: config.attemptCounting,
    fixtureTokens,
    tokenKey: keyring.tokenKey,
    bodyKey: keyring.bodyKey,
    signer: (tenant) => ({
      key: originOf(tenant, key.epoch),
      algorithm: 'Ed25519',
      public_key_hash: publicKeyHash(key),
      root_signing: config.rootSigning,
    }),
    onFailure: (error, operation) => logger.error({ operation, err: error }, 'a call failed'),
  })

  let stopping = false
  const metrics = new Metrics(clock)
  const app = createServer({
    admit,
    clock,
    entropy,
    logger,
    metrics,
    bodyLimitBytes: config.bodyLimitBytes,
    directOnly: loopback && !config.bearerIsExplicit,
    stopping: () => stopping,
    ready: () => !stopping,
    documents: renderDocuments(await readBuild()),
    health: () => ({
      production_admission: false,
      ready: !stopping,
      root_signing: config.rootSigning,
      runtime: 'fixture',
      sessions: store.active(Session.kind, clock()),
      storage: store.storage,
    }),
  })

  return {
    app,
    admit,
    store,
    fixtureTokens,
    stop: () => {
      stopping = true
    },
    async [Symbol.asyncDispose]() {
      stopping = true
      await app.close()
      await store[Symbol.asyncDispose]()
    },
  }
}
