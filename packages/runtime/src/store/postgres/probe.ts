import type { Ref } from '@membrane/contract'
import type { Layer, Unit } from '../port.ts'
import { claimHash, hashOf, listingHash, realityHash, tenantHash } from './keys.ts'
import { answerKey, atomKey, claimKey, Known } from './known.ts'
import type { Connection, Row } from './pool.ts'
import { unbounded } from './reader.ts'

interface Probe {
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
  readonly known = new Known()
  /** Evidence that a log knows already, by tenant and bundle. */
  readonly cited = new Set<string>()
  readonly #connection: Connection
  readonly #nowMs: number
  readonly #versions = new Questions<Probe>()
  readonly #lasts = new Questions<Probe>()
  readonly #claims = new Questions<Buffer>()
  readonly #answers = new Questions<readonly [Ref, string]>()
  readonly #cites = new Questions<readonly [Ref, Ref]>()

  constructor(connection: Connection, nowMs: number) {
    this.#connection = connection
    this.#nowMs = nowMs
  }

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
    for (const bundle of cites) this.#cites.add(answerKey(tenant, bundle), () => [tenant, bundle])
    if (answer !== null) this.#answers.add(answerKey(tenant, answer.key), () => [tenant, answer.key])
  }

  /** Sends every question that is not answered yet at once; the answers are as of after the locks taken before. */
  async ask(): Promise<void> {
    await Promise.all([
      this.#askVersions(),
      this.#askLasts(),
      this.#askClaims(),
      this.#askAnswers(),
      this.#askCites(),
    ])
  }

  async #askVersions(): Promise<void> {
    const asked = this.#versions.take()
    const rows = await this.#rows('probe_versions', versionsQuery, asked, (probes) => [
      tenants(probes),
      probes.map(({ name }) => hashOf(name)),
      probes.map(({ kind }) => kind),
      probes.map(({ layer }) => realityHash(layer.reality)),
      probes.map(({ layer }) => layer.before ?? unbounded),
    ])
    for (const { at, version } of rows) this.known.setVersion(asked[at as number]![0], version as number)
  }

  async #askLasts(): Promise<void> {
    const asked = this.#lasts.take()
    const rows = await this.#rows('probe_lasts', lastsQuery, asked, (probes) => [
      tenants(probes),
      probes.map(({ layer, kind, name }) => listingHash(layer.reality, kind, name)),
      probes.map(({ layer }) => layer.before ?? unbounded),
    ])
    for (const { at, sequence } of rows) this.known.setLast(asked[at as number]![0], sequence as number)
  }

  async #askClaims(): Promise<void> {
    const asked = this.#claims.take()
    const rows = await this.#rows('probe_claims', claimsQuery, asked, (hashes) => [hashes])
    for (const { at, value } of rows) this.known.setClaim(asked[at as number]![0], value as string)
  }

  async #askAnswers(): Promise<void> {
    const asked = this.#answers.take()
    const rows = await this.#rows('probe_answers', answersQuery, asked, (answers) => [
      answers.map(([tenant]) => tenantHash(tenant)),
      answers.map(([, key]) => hashOf(key)),
      this.#nowMs,
    ])
    for (const { at } of rows) this.known.setAnswer(asked[at as number]![0])
  }

  async #askCites(): Promise<void> {
    const asked = this.#cites.take()
    const rows = await this.#rows('probe_evidence', evidenceQuery, asked, (cites) => [
      cites.map(([tenant]) => tenantHash(tenant)),
      cites.map(([, bundle]) => hashOf(bundle)),
    ])
    for (const { at } of rows) this.cited.add(asked[at as number]![0])
  }

  async #rows<Q>(
    name: string,
    query: string,
    asked: readonly (readonly [string, Q])[],
    values: (questions: readonly Q[]) => unknown[],
  ): Promise<Row[]> {
    if (asked.length === 0) return []
    const places = asked.map((_, at) => at)
    return this.#connection.rows(query, [places, ...values(asked.map(([, question]) => question))], name)
  }

  #addClaim(space: string, key: string): void {
    this.#claims.add(claimKey(space, key), () => claimHash(space, key))
  }
}

/** Questions by key, each handed out once. */
class Questions<Q> {
  readonly #asked = new Set<string>()
  #waiting: (readonly [string, Q])[] = []

  add(key: string, question: () => Q): void {
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    this.#waiting.push([key, question()])
  }

  take(): readonly (readonly [string, Q])[] {
    const taken = this.#waiting
    this.#waiting = []
    return taken
  }
}

function tenants(probes: readonly Probe[]): Buffer[] {
  return probes.map(({ tenant }) => tenantHash(tenant))
}

function addProbe(questions: Questions<Probe>, tenant: Ref, layer: Layer, kind: string, name: string): void {
  const key = atomKey(tenant, layer.reality, layer.before, kind, name)
  questions.add(key, () => ({ tenant, layer, kind, name }))
}
