import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What the store tells of itself. */
export interface StoreMetrics {
  /** A transaction made commits durable; how long the first of its calls waited for it, and how long it took. */
  committed(units: number, waitMs: number, commitMs: number): void
  /** A call lost against another one. */
  changed(): void
  /** A call was decided again inside its transaction. */
  decidedAgain(): void
}

export interface StoreGauges {
  readonly queued: () => number
  readonly connections: () => number
  readonly idle: () => number
}

const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function storeMetrics(registry: Registry | undefined, gauges: StoreGauges): StoreMetrics {
  if (registry === undefined) return { committed: () => {}, changed: () => {}, decidedAgain: () => {} }
  const registers = [registry]
  const units = new Histogram({
    name: 'membrane_store_batch_units',
    help: 'Commits in one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers,
  })
  const waits = new Histogram({
    name: 'membrane_store_wait_seconds',
    help: 'Time that the first commit of a batch waited for its transaction.',
    buckets: seconds,
    registers,
  })
  const commits = new Histogram({
    name: 'membrane_store_commit_seconds',
    help: 'Time of one transaction, from its first statement until it is durable.',
    buckets: seconds,
    registers,
  })
  const changes = new Counter({
    name: 'membrane_store_changed_total',
    help: 'Commits that found something changed that they had read.',
    registers,
  })
  const again = new Counter({
    name: 'membrane_store_decided_again_total',
    help: 'Commits that were decided again inside their transaction.',
    registers,
  })
  const gauge = (name: string, help: string, read: () => number): void => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  }
  gauge('membrane_store_queued', 'Commits that wait for a transaction.', gauges.queued)
  gauge('membrane_store_connections', 'Open connections to the database.', gauges.connections)
  gauge('membrane_store_connections_idle', 'Connections that do nothing.', gauges.idle)
  return {
    committed(count, waitMs, commitMs) {
      units.observe(count)
      waits.observe(waitMs / 1000)
      commits.observe(commitMs / 1000)
    },
    changed: () => changes.inc(),
    decidedAgain: () => again.inc(),
  }
}
