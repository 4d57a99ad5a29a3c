import assert from 'node:assert/strict'
import { recordReality, type Ref } from '@membrane/contract'
import * as fc from 'fast-check'
import type { Read, Scope, Store, Unit } from '../port.ts'
import type { Rule } from './rule.ts'
import { readAtom, readRange, scopeOf, unitOf } from './units.ts'

interface Written {
  readonly reality: Ref
  readonly kind: string
  readonly ref: Ref
  readonly version: number
  readonly keys: readonly string[]
  readonly sequence: number
}

/** The naive store: a list of what was written to each log, searched from one end to the other. */
class Model {
  readonly logs = new Map<Ref, { written: Written[]; size: number }>()
  readonly claims = new Map<string, string>()

  newest({ tenant, layers }: Scope, kind: string, ref: Ref): Written | undefined {
    for (const { reality, before } of layers) {
      const found = (this.logs.get(tenant)?.written ?? []).findLast(
        (atom) =>
          atom.reality === reality &&
          atom.kind === kind &&
          atom.ref === ref &&
          (before === null || atom.sequence < before),
      )
      if (found) return found
    }
    return undefined
  }

  under({ tenant, layers }: Scope, kind: string, key: string): Written[] {
    return layers
      .toReversed()
      .flatMap(({ reality, before }) =>
        (this.logs.get(tenant)?.written ?? []).filter(
          (atom) =>
            atom.reality === reality &&
            atom.kind === kind &&
            atom.keys.includes(key) &&
            (before === null || atom.sequence < before),
        ),
      )
  }

  last(scope: Scope, kind: string, key: string): number {
    return Math.max(-1, ...this.under(scope, kind, key).map(({ sequence }) => sequence))
  }

  holds(read: Read): boolean {
    if (read.on === 'claim') return (this.claims.get(`${read.space} ${read.key}`) ?? null) === read.value
    if (read.on === 'range') return this.last(read.scope, read.kind, read.key) <= read.last
    return (this.newest(read.scope, read.kind, read.ref)?.version ?? 0) === read.version
  }

  commit(units: readonly Unit[]): boolean {
    const copy = new Model()
    for (const [tenant, { written, size }] of this.logs)
      copy.logs.set(tenant, { written: [...written], size })
    for (const [key, value] of this.claims) copy.claims.set(key, value)
    if (!units.every((unit) => copy.#take(unit))) return false
    for (const [tenant, log] of copy.logs) this.logs.set(tenant, log)
    for (const [key, value] of copy.claims) this.claims.set(key, value)
    return true
  }

  #take({ tenant, reality, reads, atoms, claims }: Unit): boolean {
    if (!reads.every((read) => this.holds(read))) return false
    const log = this.logs.get(tenant) ?? { written: [], size: 0 }
    this.logs.set(tenant, log)
    const own = scopeOf(tenant, { reality, before: null })
    for (const { kind, ref, version, keys } of atoms) {
      if ((this.newest(own, kind, ref)?.version ?? 0) >= version) return false
      log.written.push({ reality, kind, ref, version, keys, sequence: log.size })
    }
    for (const { space, key, value } of claims) {
      if (this.claims.has(`${space} ${key}`)) return false
      this.claims.set(`${space} ${key}`, value)
    }
    log.size++
    return true
  }
}

const kinds = ['thing', 'other']
const names = ['a', 'b', 'ä\u{1f9ff}']
const keys = ['of=x:1', 'of=x:2', 'by=x:1']
const projection = 'reality:projection'

interface Step {
  readonly tenant: number
  readonly projected: boolean
  readonly units: readonly {
    readonly kind: string
    readonly name: string
    readonly keys: readonly string[]
    /** How far the version, and what the reads say, are off: 0 is right. */
    readonly off: number
    readonly stale: number
    readonly read: string
    readonly readKey: string
    readonly claim: string | null
  }[]
}

const mostlyZero = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(1) },
)
const stepArb: fc.Arbitrary<Step> = fc.record({
  tenant: fc.nat({ max: 2 }),
  projected: fc.boolean(),
  units: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      name: fc.constantFrom(...names),
      keys: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 2 }),
      off: mostlyZero,
      stale: mostlyZero,
      read: fc.constantFrom(...names),
      readKey: fc.constantFrom(...keys),
      claim: fc.option(fc.constantFrom('x', 'y', 'z'), { freq: 6 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

let runs = 0

/** What a step commits: reads and versions as the model knows them, off where the step says so. */
function unitsOf(step: Step, run: string, model: Model): Unit[] {
  const tenant = `tenant_node:model_${run}_${step.tenant}`
  const scope = scopeIn(tenant, step.projected)
  return step.units.map((unit) => {
    const ref = `thing:${unit.name}`
    const version = (model.newest(scope, unit.kind, ref)?.version ?? 0) + 1 - unit.off
    const seen = (model.newest(scope, unit.kind, `thing:${unit.read}`)?.version ?? 0) + unit.stale
    const reads = [
      readAtom(scope, `thing:${unit.read}`, seen, unit.kind),
      readRange(scope, unit.readKey, model.last(scope, unit.kind, unit.readKey) - unit.stale, unit.kind),
    ]
    return unitOf({
      tenant,
      reality: step.projected ? projection : recordReality,
      reads,
      atoms: version > 0 ? [{ ref, kind: unit.kind, version, keys: unit.keys }] : [],
      claims: unit.claim === null ? [] : [{ space: 'model', key: `${run} ${unit.claim}`, value: tenant }],
    })
  })
}

function scopeIn(tenant: Ref, projected: boolean): Scope {
  const record = { reality: recordReality, before: projected ? 3 : null }
  return scopeOf(tenant, ...(projected ? [{ reality: projection, before: null }, record] : [record]))
}

async function compare(store: Store, model: Model, run: string): Promise<void> {
  for (let at = 0; at < 3; at++) {
    const tenant = `tenant_node:model_${run}_${at}`
    assert.equal((await store.head(tenant)).size, model.logs.get(tenant)?.size ?? 0)
    for (const scope of [scopeIn(tenant, false), scopeIn(tenant, true)]) {
      for (const kind of kinds) {
        for (const name of names) {
          const atom = await store.atom(scope, kind, `thing:${name}`)
          const expected = model.newest(scope, kind, `thing:${name}`)
          assert.deepEqual([atom?.version, atom?.sequence], [expected?.version, expected?.sequence])
        }
        for (const key of keys) {
          const { atoms, last } = await store.range(scope, kind, key)
          const refs = new Set(model.under(scope, kind, key).map(({ ref }) => ref))
          assert.deepEqual(
            atoms.map(({ ref }) => ref),
            [...refs],
          )
          assert.equal(last, model.last(scope, kind, key))
        }
      }
    }
  }
}

export function modelRules(rule: Rule): void {
  rule('any course of commits over several tenants ends as in the naive model', async (store) => {
    const property = fc.asyncProperty(fc.array(stepArb, { minLength: 1, maxLength: 12 }), async (steps) => {
      const run = String(++runs)
      const model = new Model()
      for (const step of steps) {
        const units = unitsOf(step, run, model)
        const taken = model.commit(units)
        assert.equal('done' in (await store.commit(units)), taken)
      }
      await compare(store, model, run)
    })
    await fc.assert(property, { numRuns: 40 })
  })
}
