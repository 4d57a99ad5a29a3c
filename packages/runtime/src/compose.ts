import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FastifyInstance } from 'fastify'
import type { FixtureToken } from '@membrane/contract'
import { createEntropy, type Entropy } from './admission/ids.ts'
import type { Outside } from './admission/acts.ts'
import { createDocumentAccess } from './admission/document-access.ts'
import { createAdmission, type Admit } from './admission/pipeline.ts'
import { createOutside } from './adapters/outside.ts'
import { Recorder } from './adapters/recorder.ts'
import { Webhook } from './adapters/webhook.ts'
import type { Config } from './config.ts'
import { implementations } from './domains/index.ts'
import { createCeremonyGuard } from './http/ceremony-guard.ts'
import { createDocuments } from './http/documents.ts'
import { isLoopback } from './http/host-guard.ts'
import { Metrics } from './http/metrics.ts'
import { createServer } from './http/server.ts'
import { activeKey, webhookKey, type Keyring } from './signing/keyring.ts'
import { Rehearsals } from './restore/rehearsals.ts'
import { loadFixtureTokens } from './signing/fixture-tokens.ts'
import type { Awaitable, LogNaming, Store } from './store/port.ts'
import { readBuild } from './build.ts'
import { createLogger } from './logger.ts'
import { openLog } from './open-log.ts'
import { StoreHealth, type Health } from './store-health.ts'

/** What tests put in the place of the machine's own. */
export interface Overrides {
  readonly clock?: () => number
  /** Lets milliseconds of the clock pass. */
  readonly wait?: (ms: number) => Promise<void>
  readonly entropy?: Entropy
  readonly logger?: Logger
  readonly store?: (store: Store) => Store
  /** What stands between decisions and everything outside. */
  readonly outside?: (outside: Outside) => Outside
  /** Opens another store than the configuration names. */
  readonly openStore?: (naming: LogNaming) => Awaitable<Store>
}

/** A runtime that is not listening yet. Disposing it lets running calls end, then closes everything. */
export interface Runtime extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly admit: Admit
  readonly store: Store
  readonly logger: Logger
  readonly fixtureTokens: Readonly<Record<FixtureToken, string>>
  readonly keyring: Keyring
  /** What effects through adapters of rehearsal were told. */
  readonly recorder: Recorder
  /** Refuses new requests from now on. */
  stop(): void
}

/** Builds the runtime that a configuration describes. */
export async function compose(config: Config, overrides: Overrides = {}): Promise<Runtime> {
  const { clock = Date.now, wait = sleep, entropy = createEntropy() } = overrides
  const logger = overrides.logger ?? createLogger(config.logLevel)
  const loopback = isLoopback(config.host)
  const fixtureTokens = await loadFixtureTokens(config.fixtureTokens, loopback, config.dataDir)
  const metrics = new Metrics(clock)
  const filled = { ...overrides, clock, wait }
  const { keyring, store, prover, signerOf, logDocuments } = await openLog(config, metrics, filled)
  const storeHealth = new StoreHealth(store, clock)

  const recorder = new Recorder()
  const rehearsals = new Rehearsals({ log: store })
  const outside = createOutside({
    recorder,
    webhook: openWebhook(config, keyring, clock),
    restore: (act) => rehearsals.run(act),
  })

  const callers = { fixtureTokens, tokenKey: keyring.tokenKey }
  const admit = createAdmission({
    store,
    implementations,
    clock,
    wait,
    entropy,
    bearer: config.bearer,
    rootSigning: config.rootSigning,
    countsAttempts: config.attemptCounting,
    ...callers,
    bodyKey: keyring.bodyKey,
    signer: (tenant) => signerOf(prover.originOf(tenant, activeKey(keyring).epoch)),
    signerOf,
    prover,
    outside: overrides.outside?.(outside) ?? outside,
    onFailure: (error, operation) => logger.error({ operation, err: error }, 'a call failed'),
  })

  let stopping = false
  const app = createServer({
    admit,
    clock,
    entropy,
    logger,
    metrics,
    bodyLimitBytes: config.bodyLimitBytes,
    directOnly: loopback && !config.bearerIsExplicit,
    ceremonyGuard: loopback ? undefined : createCeremonyGuard(clock),
    stopping: () => stopping,
    ready: async () => !stopping && (await storeHealth.check()).reachable,
    documents: createDocuments(await readBuild()),
    logDocuments: { ...logDocuments, readableTenant: createDocumentAccess(store, config.bearer, callers) },
    health: async () => healthOf(config, store, prover.forkDetected, stopping, await storeHealth.check()),
  })

  return {
    app,
    admit,
    store,
    logger,
    fixtureTokens,
    keyring,
    recorder,
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

function healthOf(
  { rootSigning }: Config,
  { storage }: Store,
  forked: boolean,
  stopping: boolean,
  { reachable, sessions }: Health,
) {
  return {
    production_admission: false,
    ready: !stopping && reachable,
    root_signing: rootSigning,
    runtime: 'fixture',
    sessions,
    storage,
    log: forked ? 'fork_detected' : 'consistent',
  }
}

function openWebhook({ webhookUrl, webhookSecret }: Config, keyring: Keyring, clock: () => number) {
  if (webhookUrl === null) return null
  return new Webhook({ url: webhookUrl, key: webhookSecret ?? webhookKey(keyring), clock })
}
