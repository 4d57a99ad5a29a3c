/** Every bound of the runtime, with its unit in the name. Settings may override those marked so. */
export const limits = {
  /** Largest request body (setting `MEMBRANE_BODY_LIMIT_BYTES`): room for a register extract's hashes, not for the extract. */
  bodyBytesMax: 8 * 1024 * 1024,
  /** Deepest nesting of a request body: what a person could still read; keeps every walk over it shallow. */
  bodyDepthMax: 64,
  /** A page of `commit.recent`. */
  commitsPageDefault: 50,
  commitsPageMax: 200,
  /** Longest life of an issued session, from the interface. */
  sessionSecondsMax: 86_400,
  /** The longest life of a mandate that names one: ten years. */
  mandateSecondsMax: 315_360_000,
  /** How long a challenge and a presence receipt live. */
  presenceSeconds: 300,
  /** How long the approval of one request may wait for it. */
  presenceApprovalSeconds: 300,
  /** How long a passkey dialogue may stay open: the interface's own figure. */
  passkeyTimeoutMs: 300_000,
  /** Rotations that a passkey's name is followed through. */
  rotationHopsMax: 16,
  /** Longest credential id (WebAuthn Level 3, section 7.1). */
  credentialIdBytesMax: 1_023,
  /** Attempts that the server remembers of one subject on one route: more than any sensible threshold. */
  attemptsKeptMax: 100,
  /** How long an attempt counts, and how long a rate decision stays in force, at most. */
  attemptSecondsMax: 86_400,
  /** Ceremonies of one peer beyond the loopback: some fifteen logins at once, then one every two seconds. */
  ceremonyPeerBurst: 60,
  ceremonyPeerPerSecond: 2,
  /** Ceremonies of one tenant beyond the loopback, from wherever they come. */
  ceremonyTenantBurst: 600,
  ceremonyTenantPerSecond: 20,
  /** Peers, and tenants, whose rate is remembered. */
  ceremonyKeysMax: 10_000,
  /** A page of `auth.sessionList`. */
  sessionsListedMax: 200,
  /** How long sessions of a rotated key may go on: a week, for keys of people on leave. */
  keyOverlapSecondsMax: 604_800,
  /** The longest hosted-operator grant: a day. */
  hostedOperatorSecondsMax: 86_400,
  /** How long an Idempotency-Key is remembered. */
  idempotencySeconds: 86_400,
  idempotencyKeyCharsMax: 255,
  /** How often facts and decision run again when what they read has changed, before 503. */
  rerunsMax: 64,
  /** Refs that a cascade answer lists beside its counts. */
  cascadeRefsMax: 100,
  /** Closure surfaces that the refusal of a period close lists beside their count. */
  openSurfacesListed: 20,
  /** Operations of a projection that one promotion admits: it is one act, under one lock. */
  promotionOperationsMax: 1_000,
  /** How often a tenant's log is signed at most: a checkpoint is at most this old when it is read. */
  checkpointIntervalMs: 1_000,
  /** Logs whose newest checkpoint is kept in memory; others are signed anew when they are read. */
  checkpointsKeptMax: 10_000,
  /** How long an effect's adapter may take: less than what a stopping server waits for its calls. */
  adapterTimeoutMs: 5_000,
  /** How long beyond that an attempt may still be answered before it counts as indeterminate. */
  effectLeaseGraceMs: 30_000,
  /** How often, and how far apart, the end of an act is committed while the store is away: some seconds in all. */
  completionTriesMax: 6,
  completionWaitMs: 500,
  /** Commits that a restore rehearsal reads at once: few, so that calls in between wait for milliseconds. */
  restorePageCommits: 128,
  /** How long a rehearsal may take, its wait for the one before it included. */
  restoreTimeoutMs: 300_000,
  /** The heap of the thread that restores; what it restores lies in a file. */
  restoreHeapMegabytes: 128,
  /** The least that audit logs are kept, from the interface. */
  auditRetentionDaysMin: 30,
  /** A page of `log.export`, in commits. */
  exportPageDefault: 64,
  exportPageMax: 256,
  /** The longest capability manifest: every evaluation reads it. A longer schema is cited by reference. */
  manifestCharsMax: 65_536,
  /** The longest predicate of a capability: what a reviewer still reads in one sitting. */
  predicateCharsMax: 4_096,
  /** How deep a predicate nests, and how deep its comprehensions do. */
  predicateDepthMax: 32,
  predicateComprehensionsMax: 2,
  /** What a predicate, those that it imports included, may cost: evaluation steps at the bounds below. */
  predicateStepsMax: 250_000,
  /** Manifests that one manifest rests on, directly or not. */
  manifestImportsMax: 32,
  /** An evaluation context: entries of any list or object, values in all, characters of any text. */
  evaluationEntriesMax: 256,
  evaluationValuesMax: 2_048,
  evaluationTextCharsMax: 512,
  /** How long running requests may take to finish after SIGTERM. */
  stopGraceMs: 10_000,
  /** What a client waits before it tries again where a refusal may pass later and names no time of its own. */
  unavailableRetrySeconds: 1,
} as const
