import type { Ref } from '@membrane/contract'
import type { Layer, Unit } from '../port.ts'
import { claimHash, hashOf, listingHash, realityHash, tenantHash } from './keys.ts'
import { answerKey, atomKey, claimKey, Known } from './pending.ts'
import type { Connection, Row } from './pool.ts'
import { unbounded } from './reader.ts'

interface Probe {
  readonly key: string
  readonly tenant: Ref
  readonly layer: Layer
  readonly kind: string
  /** A ref, or an index key. */
  readonly name: string
}

const versionsQuery = `
select q.at, a.version
from unnest($1::int[], $2::bytea[], $3::bytea[], $4::text[], $5::bytea[], $6::bigint[])
  as q (at, tenant, ref_hash, kind, reality_hash, before)
cross join lateral (
  select a.version from membrane.atoms a
  where a.tenant = q.tenant and a.ref_hash = q.ref_hash and a.kind = q.kind
    and a.reality_hash = q.reality_hash and a.sequence < q.before
  order by a.version desc limit 1
) a`

const lastsQuery = `
select q.at, l.sequence
from unnest($1::int[], $2::bytea[], $3::bytea[], $4::bigint[]) as q (at, tenant, key_hash, before)
cross join lateral (
  select l.sequence from membrane.listings l
  where l.tenant = q.tenant and l.key_hash = q.key_hash and l.sequence < q.before
  order by l.sequence desc limit 1
) l`

const claimsQuery = `
select q.at, c.value from unnest($1::int[], $2::bytea[]) as q (at, claim_hash)
join membrane.claims c on c.claim_hash = q.claim_hash`

const answersQuery = `
select q.at from unnest($1::int[], $2::bytea[], $3::bytea[]) as q (at, tenant, key_hash)
where exists (
  select from membrane.answers a
  where a.tenant = q.tenant and a.key_hash = q.key_hash and a.expires_ms > $4::bigint
)`

const evidenceQuery = `
select q.at from unnest($1::int[], $2::bytea[], $3::bytea[]) as q (at, tenant, bundle_hash)
join membrane.evidence e on e.tenant = q.tenant and e.bundle_hash = q.bundle_hash`

/** Everything that the checks of a batch ask the database, each question once. */
export class Probes {
  readonly #versions = new Map<string, Probe>()
  readonly #lasts = new Map<string, Probe>()
  readonly #claims = new Map<string, Buffer>()
  readonly #answers = new Map<string, readonly [Ref, string]>()
  readonly #cites = new Map<string, readonly [Ref, Ref]>()

  add(unit: Unit): void {
    const { tenant, reality, reads, atoms, claims, cites, answer } = unit
    for (const read of reads) {
      if (read.on === 'claim') this.#addClaim(read.space, read.key)
      else {
        const name = read.on === 'atom' ? read.ref : read.key
        const probes = read.on === 'atom' ? this.#versions : this.#lasts
        for (const layer of read.scope.layers) addProbe(probes, read.scope.tenant, layer, read.kind, name)
      }
    }
    for (const { kind, ref } of atoms) addProbe(this.#versions, tenant, { reality, before: null }, kind, ref)
    for (const { space, key } of claims) this.#addClaim(space, key)
    for (const bundle of cites) this.#cites.set(answerKey(tenant, bundle), [tenant, bundle])
    if (answer !== null) this.#answers.set(answerKey(tenant, answer.key), [tenant, answer.key])
  }

  /** Sends every question at once; the answers are as of after the locks that were taken before. */
  ask(connection: Connection, nowMs: number): Promise<{ known: Known; cited: Set<string> }> {
    const versions = [...this.#versions.values()]
    const lasts = [...this.#lasts.values()]
    const claims = [...this.#claims]
    const answers = [...this.#answers]
    const cites = [...this.#cites]
    const at = (list: readonly unknown[]): number[] => list.map((_, index) => index)
    const ask = (
      list: readonly unknown[],
      name: string,
      query: string,
      values: () => unknown[],
    ): Promise<Row[]> =>
      list.length === 0 ? Promise.resolve([]) : connection.rows(query, [at(list), ...values()], name)
    const before = (probes: readonly Probe[]): number[] =>
      probes.map(({ layer }) => layer.before ?? unbounded)
    const tenants = (probes: readonly Probe[]): Buffer[] => probes.map(({ tenant }) => tenantHash(tenant))
    const asked = Promise.all([
      ask(versions, 'probe_versions', versionsQuery, () => [
        tenants(versions),
        versions.map(({ name }) => hashOf(name)),
        versions.map(({ kind }) => kind),
        versions.map(({ layer }) => realityHash(layer.reality)),
        before(versions),
      ]),
      ask(lasts, 'probe_lasts', lastsQuery, () => [
        tenants(lasts),
        lasts.map(({ layer, kind, name }) => listingHash(layer.reality, kind, name)),
        before(lasts),
      ]),
      ask(claims, 'probe_claims', claimsQuery, () => [claims.map(([, hash]) => hash)]),
      ask(answers, 'probe_answers', answersQuery, () => [
        answers.map(([, [tenant]]) => tenantHash(tenant)),
        answers.map(([, [, key]]) => hashOf(key)),
        nowMs,
      ]),
      ask(cites, 'probe_evidence', evidenceQuery, () => [
        cites.map(([, [tenant]]) => tenantHash(tenant)),
        cites.map(([, [, bundle]]) => hashOf(bundle)),
      ]),
    ])
    return asked.then(([versionRows, lastRows, claimRows, answerRows, citeRows]) => {
      const known = new Known()
      for (const { at, version } of versionRows)
        known.setVersion(versions[at as number]!.key, version as number)
      for (const { at, sequence } of lastRows) known.setLast(lasts[at as number]!.key, sequence as number)
      for (const { at, value } of claimRows) known.setClaim(claims[at as number]![0], value as string)
      for (const { at } of answerRows) known.setAnswer(answers[at as number]![0])
      return { known, cited: new Set(citeRows.map(({ at }) => cites[at as number]![0])) }
    })
  }

  #addClaim(space: string, key: string): void {
    const name = claimKey(space, key)
    if (!this.#claims.has(name)) this.#claims.set(name, claimHash(space, key))
  }
}

function addProbe(probes: Map<string, Probe>, tenant: Ref, layer: Layer, kind: string, name: string): void {
  const key = atomKey(tenant, layer.reality, layer.before, kind, name)
  if (!probes.has(key)) probes.set(key, { key, tenant, layer, kind, name })
}
