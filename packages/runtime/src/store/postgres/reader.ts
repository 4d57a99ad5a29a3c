import type { Ref } from '@membrane/contract'
import type { Layer, Scope, StoredAnswer, StoredAtom } from '../port.ts'
import type { Connections } from './connections.ts'
import { Gather, type GatherOptions } from './gather.ts'
import { claimHash, hashOf, listingHash, realityHash, tenantHash } from './keys.ts'
import { answerKey, claimKey, nameIn } from './known.ts'
import type { Row } from './pool.ts'

/** Above every sequence: an unbounded layer. */
export const unbounded = Number.MAX_SAFE_INTEGER

const options: GatherOptions = { running: 2, keysMax: 2000, waitingMax: 50_000 }

interface AtomKey {
  readonly scope: Scope
  readonly kind: string
  readonly refHash: Buffer
}

interface RangeKey {
  readonly scope: Scope
  readonly kind: string
  readonly key: string
}

interface Listed {
  readonly refs: readonly Buffer[]
  readonly last: number
}

export const atomColumns = 'a.kind, a.ref, a.version, a.reality, a.sequence, a.state, a.digest, a.salt'

const atomsQuery = `
select q.at, q.layer, ${atomColumns}
from unnest($1::int[], $2::int[], $3::bytea[], $4::bytea[], $5::text[], $6::bytea[], $7::bigint[])
  as q (at, layer, tenant, ref_hash, kind, reality_hash, before)
cross join lateral (
  select * from membrane.atoms a
  where a.tenant = q.tenant and a.ref_hash = q.ref_hash and a.kind = q.kind
    and a.reality_hash = q.reality_hash and a.sequence < q.before
  order by a.version desc limit 1
) a`

const rangesQuery = `
select q.at, l.ref_hash, max(l.sequence) as last
from unnest($1::int[], $2::int[], $3::bytea[], $4::bytea[], $5::bigint[]) as q (at, layer, tenant, key_hash, before)
join membrane.listings l on l.tenant = q.tenant and l.key_hash = q.key_hash and l.sequence < q.before
group by q.at, q.layer, l.ref_hash
order by q.at, q.layer desc, min(l.sequence), min(l.place)`

const claimsQuery = `
select q.at, c.value from unnest($1::int[], $2::bytea[]) as q (at, claim_hash)
join membrane.claims c on c.claim_hash = q.claim_hash`

const answersQuery = `
select q.at, a.key, a.body_hash, a.body, a.commit, a.expires_ms
from unnest($1::int[], $2::bytea[], $3::bytea[]) as q (at, tenant, key_hash)
cross join lateral (
  select * from membrane.answers a where a.tenant = q.tenant and a.key_hash = q.key_hash
  order by a.expires_ms desc limit 1
) a`

/** Reads of records: those that wait together are one query. */
export class Reader {
  readonly #connections: Connections
  readonly #atoms = new Gather<AtomKey, StoredAtom | undefined>((keys) => this.#loadAtoms(keys), options)
  readonly #ranges = new Gather<RangeKey, Listed>((keys) => this.#loadRanges(keys), options)
  readonly #claims = new Gather<Buffer, string | undefined>((keys) => this.#loadClaims(keys), options)
  readonly #answers = new Gather<readonly [Ref, string], StoredAnswer | undefined>(
    (keys) => this.#loadAnswers(keys),
    options,
  )

  constructor(connections: Connections) {
    this.#connections = connections
  }

  atom(scope: Scope, kind: string, ref: Ref): Promise<StoredAtom | undefined> {
    return this.#atom(scope, kind, hashOf(ref))
  }

  async range(
    scope: Scope,
    kind: string,
    key: string,
  ): Promise<{ atoms: readonly StoredAtom[]; last: number }> {
    const { refs, last } = await this.#ranges.get(nameIn(scope, kind, key), { scope, kind, key })
    const atoms = await Promise.all(refs.map((refHash) => this.#atom(scope, kind, refHash)))
    return { atoms: atoms.filter((atom) => atom !== undefined), last }
  }

  claim(space: string, key: string): Promise<string | undefined> {
    return this.#claims.get(claimKey(space, key), claimHash(space, key))
  }

  async answer(tenant: Ref, key: string, nowMs: number): Promise<StoredAnswer | undefined> {
    const found = await this.#answers.get(answerKey(tenant, key), [tenant, key])
    return found !== undefined && nowMs < found.expiresAtMs ? found : undefined
  }

  #atom(scope: Scope, kind: string, refHash: Buffer): Promise<StoredAtom | undefined> {
    return this.#atoms.get(nameIn(scope, kind, refHash.toString('latin1')), { scope, kind, refHash })
  }

  async #loadAtoms(keys: readonly AtomKey[]): Promise<(StoredAtom | undefined)[]> {
    const places = keys.flatMap(({ scope, kind, refHash }, at) =>
      scope.layers.map((layer, number) => ({ at, number, layer, tenant: scope.tenant, kind, refHash })),
    )
    const rows = await this.#rows('atoms', atomsQuery, [
      places.map(({ at }) => at),
      places.map(({ number }) => number),
      places.map(({ tenant }) => tenantHash(tenant)),
      places.map(({ refHash }) => refHash),
      places.map(({ kind }) => kind),
      places.map(({ layer }) => realityHash(layer.reality)),
      places.map(({ layer }) => layer.before ?? unbounded),
    ])
    const first = new Map<number, Row>()
    for (const row of rows) {
      const other = first.get(row.at as number)
      if (other === undefined || (other.layer as number) > (row.layer as number))
        first.set(row.at as number, row)
    }
    return keys.map((_, at) => (first.has(at) ? atomOf(first.get(at)!) : undefined))
  }

  async #loadRanges(keys: readonly RangeKey[]): Promise<Listed[]> {
    const places = keys.flatMap(({ scope, kind, key }, at) =>
      scope.layers.map((layer, number) => ({ at, number, layer, scope, hash: hashIn(layer, kind, key) })),
    )
    const rows = await this.#rows('ranges', rangesQuery, [
      places.map(({ at }) => at),
      places.map(({ number }) => number),
      places.map(({ scope }) => tenantHash(scope.tenant)),
      places.map(({ hash }) => hash),
      places.map(({ layer }) => layer.before ?? unbounded),
    ])
    const listed = keys.map(() => ({ refs: new Map<string, Buffer>(), last: -1 }))
    for (const row of rows) {
      const entry = listed[row.at as number]!
      const hash = row.ref_hash as Buffer
      const name = hash.toString('latin1')
      if (!entry.refs.has(name)) entry.refs.set(name, hash)
      entry.last = Math.max(entry.last, row.last as number)
    }
    return listed.map(({ refs, last }) => ({ refs: [...refs.values()], last }))
  }

  async #loadClaims(keys: readonly Buffer[]): Promise<(string | undefined)[]> {
    const rows = await this.#rows('claims', claimsQuery, [keys.map((_, at) => at), keys])
    const values = new Map(rows.map(({ at, value }) => [at as number, value as string]))
    return keys.map((_, at) => values.get(at))
  }

  async #loadAnswers(keys: readonly (readonly [Ref, string])[]): Promise<(StoredAnswer | undefined)[]> {
    const rows = await this.#rows('answers', answersQuery, [
      keys.map((_, at) => at),
      keys.map(([tenant]) => tenantHash(tenant)),
      keys.map(([, key]) => hashOf(key)),
    ])
    const answers = new Map(rows.map((row) => [row.at as number, answerOf(row)]))
    return keys.map((_, at) => answers.get(at))
  }

  #rows(name: string, query: string, values: unknown[]): Promise<Row[]> {
    return this.#connections.with((connection) => connection.rows(query, values, name))
  }
}

function hashIn({ reality }: Layer, kind: string, key: string): Buffer {
  return listingHash(reality, kind, key)
}

export function atomOf(row: Row): StoredAtom {
  return {
    kind: row.kind as string,
    ref: row.ref as string,
    version: row.version as number,
    reality: row.reality as string,
    sequence: row.sequence as number,
    state: row.state as string,
    digest: `sha256:${(row.digest as Buffer).toString('hex')}`,
    salt: row.salt as Buffer,
  }
}

function answerOf(row: Row): StoredAnswer {
  return {
    key: row.key as string,
    bodyHash: row.body_hash as string,
    body: row.body as string,
    commit: row.commit as string,
    expiresAtMs: row.expires_ms as number,
  }
}
