/** Bounds of the PostgreSQL store. They are of the server, not of the interface. */
export const bounds = {
  /** How long the store waits for a connection to its database, for one statement, and for a lock. */
  connectMs: 3000,
  statementMs: 10_000,
  lockMs: 2000,
  /** How long a commit waits for a log that others want too. */
  waitMs: 10_000,
  /** How long the store looks for the outcome of a COMMIT that was not answered. */
  resolveMs: 15_000,
  /** For how long a transaction decides calls again under its locks; the rest goes to the next one. */
  againMs: 250,
  /** How long one call may take for it: more than a busy process needs, less than others wait for a lock. */
  againEachMs: 1000,
  /** Transactions at once, of different tenants: one is made durable while another gathers. */
  lanes: 3,
  /** A transaction: large enough to share the cost of durability, small enough to be short. */
  batchUnitsMax: 512,
  batchBytesMax: 8 * 1024 * 1024,
  /** Connections at once for reads of logs, and reads that wait for one. */
  logReads: { connections: 4, waitingMax: 20_000 },
  /** Commits that wait for a transaction; beyond it 503, so that memory stays bounded. */
  queueUnitsMax: 20_000,
  queueBytesMax: 256 * 1024 * 1024,
  /** Answers go some time after they expired, so that a clock that steps back finds them. */
  pruneMs: 600_000,
  pruneAfterMs: 3_600_000,
  pruneMax: 10_000,
} as const
