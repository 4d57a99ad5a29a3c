import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { operationList } from '@membrane/contract'

const bucketsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly calls: Counter.Internal
  readonly seconds: Histogram.Internal<'operation'>
}

/** Counts and times of calls. No tenant, ref or caller is ever a label. */
export class Metrics {
  readonly registry = new Registry()
  readonly #startedMs: number
  readonly #clock: () => number
  readonly #calls = new Counter({
    name: 'membrane_calls_total',
    help: 'Calls by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    registers: [this.registry],
  })
  readonly #refusals = new Counter({
    name: 'membrane_refusals_total',
    help: 'Refusals by code.',
    labelNames: ['code'],
    registers: [this.registry],
  })
  readonly #seconds = new Histogram({
    name: 'membrane_call_seconds',
    help: 'Time from a call to its answer.',
    labelNames: ['operation'],
    buckets: bucketsSeconds,
    registers: [this.registry],
  })
  readonly #running = new Gauge({
    name: 'membrane_calls_running',
    help: 'Calls that have no answer yet.',
    registers: [this.registry],
  })

  readonly #series = new Map<string, Series>()

  constructor(clock: () => number) {
    this.#clock = clock
    this.#startedMs = clock()
    collectDefaultMetrics({ register: this.registry })
  }

  started(): void {
    this.#running.inc()
  }

  ended(operation: string, outcome: string, refusal: string | null, seconds: number): void {
    this.#running.dec()
    const { calls, seconds: histogram } = this.#seriesOf(operation, outcome)
    calls.inc()
    histogram.observe(seconds)
    if (refusal !== null) this.#refusals.inc({ code: refusal })
  }

  /** The series of an operation and outcome, looked up once: labels are the dearest part of a count. */
  #seriesOf(operation: string, outcome: string): Series {
    const name = `${operation} ${outcome}`
    let series = this.#series.get(name)
    if (series === undefined) {
      series = {
        calls: this.#calls.labels({ operation, outcome }),
        seconds: this.#seconds.labels({ operation }),
      }
      this.#series.set(name, series)
    }
    return series
  }

  exposition(): Promise<string> {
    return this.registry.metrics()
  }

  /** The JSON shape: counters and gauges by name and labels, latencies by operation. */
  async json(): Promise<Record<string, unknown>> {
    const counters: Record<string, number> = {}
    const gauges: Record<string, number> = {}
    for (const metric of await this.registry.getMetricsAsJSON()) {
      if (metric.name === 'membrane_call_seconds') continue
      const into = (metric.type as unknown) === 'gauge' ? gauges : counters
      for (const { value, labels, ...rest } of metric.values) {
        const { metricName = metric.name } = rest as { metricName?: string }
        if (!metricName.endsWith('_bucket')) into[seriesName(metricName, labels)] = value
      }
    }
    return {
      fixture: true,
      production_admission: false,
      uptime_seconds: Math.floor((this.#clock() - this.#startedMs) / 1000),
      counters,
      gauges,
      latency_ms: await this.#latencies(),
    }
  }

  async #latencies(): Promise<Record<string, unknown>> {
    const { values } = await this.#seconds.get()
    const names = ['http.route', ...operationList.map(({ name }) => name)]
    const latencies: Record<string, unknown> = {}
    for (const operation of names) {
      const buckets = values.filter(
        ({ labels, metricName }) => labels.operation === operation && metricName?.endsWith('_bucket'),
      )
      const counts = buckets.map(({ labels, value }) => ({ le: upperBound(labels), count: value }))
      if (counts.length === 0) continue
      latencies[operation] = {
        p50: quantileMs(counts, 0.5),
        p95: quantileMs(counts, 0.95),
        p99: quantileMs(counts, 0.99),
      }
    }
    return latencies
  }
}

function upperBound(labels: object): number {
  const le = (labels as { le?: number | string }).le
  return le === '+Inf' || le === undefined ? Infinity : Number(le)
}

function seriesName(name: string, labels: object): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${String(value)}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}

/** The quantile by linear interpolation inside its bucket, milliseconds. */
function quantileMs(
  buckets: readonly { readonly le: number; readonly count: number }[],
  quantile: number,
): number {
  const total = buckets.at(-1)!.count
  const rank = quantile * total
  let [lowest, below] = [0, 0]
  for (const { le, count } of buckets) {
    if (count >= rank) {
      if (le === Infinity) return lowest * 1000
      const share = count === below ? 1 : (rank - below) / (count - below)
      return Math.round((lowest + (le - lowest) * share) * 1e6) / 1e3
    }
    ;[lowest, below] = [le, count]
  }
  return lowest * 1000
}
