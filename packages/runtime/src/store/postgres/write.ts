import { recordReality, type Ref } from '@membrane/contract'
import { claimHash, hashOf, listingHash, realityHash, tenantHash } from './keys.ts'
import type { LogHead, Placed } from './log-head.ts'
import type { Connection } from './pool.ts'

/** All that a batch writes. */
export interface Written {
  readonly heads: readonly LogHead[]
  readonly placed: readonly Placed[]
  readonly evidence: readonly { readonly tenant: Ref; readonly bundle: Ref }[]
}

type Column = unknown[]

const commitsInsert = `
insert into membrane.commits (tenant, sequence, commit, operation, actor, leaf_hash, request_salt, leaf)
select tenant, sequence, commit, operation, actor, leaf_hash, request_salt, convert_to(leaf, 'UTF8')
from unnest($1::bytea[], $2::bigint[], $3::text[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[], $8::text[])
  as q (tenant, sequence, commit, operation, actor, leaf_hash, request_salt, leaf)`

const atomsInsert = `
insert into membrane.atoms
  (tenant, ref_hash, kind, reality_hash, version, sequence, place, reality, ref, digest, salt, state)
select * from unnest($1::bytea[], $2::bytea[], $3::text[], $4::bytea[], $5::int[], $6::bigint[], $7::int[],
  $8::text[], $9::text[], $10::bytea[], $11::bytea[], $12::text[])`

const listingsInsert = `
insert into membrane.listings (tenant, key_hash, sequence, place, ref_hash)
select * from unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::int[], $5::bytea[])`

const claimsInsert = `
insert into membrane.claims (claim_hash, value) select * from unnest($1::bytea[], $2::text[])`

const answersInsert = `
insert into membrane.answers (tenant, key_hash, expires_ms, commit, key, body_hash, body)
select * from unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])`

const evidenceInsert = `
insert into membrane.evidence (tenant, bundle_hash) select * from unnest($1::bytea[], $2::bytea[])`

const activityInsert = `
insert into membrane.activity (tenant, kind, at_ms, sequence, change)
select * from unnest($1::bytea[], $2::text[], $3::bigint[], $4::bigint[], $5::int[])`

const leafTilesInsert = `
insert into membrane.tiles (tenant, level, index, root, hashes)
select q.tenant, 0, q.index, q.root, (
  select string_agg(c.leaf_hash, ''::bytea order by c.sequence) from membrane.commits c
  where c.tenant = q.tenant and c.sequence >= q.index * 256 and c.sequence < q.index * 256 + 256
)
from unnest($1::bytea[], $2::bigint[], $3::bytea[]) as q (tenant, index, root)`

const upperTilesInsert = `
insert into membrane.tiles (tenant, level, index, root, hashes)
select q.tenant, $4::int, q.index, q.root, (
  select string_agg(t.root, ''::bytea order by t.index) from membrane.tiles t
  where t.tenant = q.tenant and t.level = $4::int - 1 and t.index >= q.index * 256 and t.index < q.index * 256 + 256
)
from unnest($1::bytea[], $2::bigint[], $3::bytea[]) as q (tenant, index, root)`

const headsUpdate = `
update membrane.logs l
set size = q.size, committed_ms = q.committed_ms, frontier = q.frontier, epochs = q.epochs, counts = q.counts,
  connectors = q.connectors
from unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bytea[], $5::text[], $6::text[], $7::text[])
  as q (tenant, size, committed_ms, frontier, epochs, counts, connectors)
where l.tenant = q.tenant`

/** Sends the inserts of a batch, one statement a table, without waiting between them. */
export function writeBatch(connection: Connection, { heads, placed, evidence }: Written): Promise<unknown> {
  const sent: Promise<unknown>[] = []
  const send = (name: string, text: string, columns: Column[], ...rest: unknown[]): void => {
    if (columns[0]!.length > 0) sent.push(connection.run(text, [...columns, ...rest], name))
  }
  send('insert_commits', commitsInsert, commitColumns(placed))
  send('insert_atoms', atomsInsert, atomColumns(placed))
  send('insert_listings', listingsInsert, listingColumns(placed))
  send('insert_claims', claimsInsert, claimColumns(placed))
  send('insert_answers', answersInsert, answerColumns(placed))
  send('insert_evidence', evidenceInsert, [
    evidence.map(({ tenant }) => tenantHash(tenant)),
    evidence.map(({ bundle }) => hashOf(bundle)),
  ])
  send('insert_activity', activityInsert, activityColumns(placed))
  for (const [level, columns] of tileColumns(heads)) {
    if (level === 0) send('insert_leaf_tiles', leafTilesInsert, columns)
    else send('insert_upper_tiles', upperTilesInsert, columns, level)
  }
  send('update_heads', headsUpdate, [
    heads.map(({ tenant }) => tenantHash(tenant)),
    heads.map(({ size }) => size),
    heads.map(({ committedMs }) => committedMs),
    heads.map(({ frontier }) => frontier),
    heads.map(({ epochs }) => JSON.stringify(epochs)),
    heads.map(({ counts }) => JSON.stringify(counts)),
    heads.map(({ connectors }) => JSON.stringify(connectors)),
  ])
  return Promise.all(sent)
}

function commitColumns(placed: readonly Placed[]): Column[] {
  return [
    placed.map(({ unit }) => tenantHash(unit.tenant)),
    placed.map(({ sequence }) => sequence),
    placed.map(({ commit }) => commit),
    placed.map(({ unit }) => unit.operation),
    placed.map(({ unit }) => (unit.actor === null ? null : hashOf(unit.actor))),
    placed.map(({ hash }) => hash),
    placed.map(({ unit }) => bytes(unit.requestSalt)),
    placed.map(({ leaf }) => leaf),
  ]
}

function atomColumns(placed: readonly Placed[]): Column[] {
  const atoms = placed.flatMap(({ unit, sequence }) =>
    unit.atoms.map((atom, place) => ({
      ...atom,
      tenant: unit.tenant,
      reality: unit.reality,
      sequence,
      place,
    })),
  )
  return [
    atoms.map(({ tenant }) => tenantHash(tenant)),
    atoms.map(({ ref }) => hashOf(ref)),
    atoms.map(({ kind }) => kind),
    atoms.map(({ reality }) => realityHash(reality)),
    atoms.map(({ version }) => version),
    atoms.map(({ sequence }) => sequence),
    atoms.map(({ place }) => place),
    atoms.map(({ reality }) => reality),
    atoms.map(({ ref }) => ref),
    atoms.map(({ digest }) => Buffer.from(digest.slice('sha256:'.length), 'hex')),
    atoms.map(({ salt }) => bytes(salt)),
    atoms.map(({ state }) => state),
  ]
}

function listingColumns(placed: readonly Placed[]): Column[] {
  const rows: (readonly [Buffer, Buffer, number, number, Buffer])[] = []
  for (const { unit, sequence } of placed) {
    unit.atoms.forEach(({ kind, ref, keys }, place) => {
      for (const key of new Set(keys)) {
        rows.push([
          tenantHash(unit.tenant),
          listingHash(unit.reality, kind, key),
          sequence,
          place,
          hashOf(ref),
        ])
      }
    })
  }
  return columnsOf(rows, 5)
}

/** In the order of their hashes: two transactions that want the same claims never wait for each other in a ring. */
function claimColumns(placed: readonly Placed[]): Column[] {
  const rows = placed
    .flatMap(({ unit }) => unit.claims)
    .map(({ space, key, value }) => [claimHash(space, key), value] as const)
    .sort(([a], [b]) => Buffer.compare(a, b))
  return columnsOf(rows, 2)
}

function answerColumns(placed: readonly Placed[]): Column[] {
  const rows = placed.flatMap(({ unit: { tenant, answer, commit } }) =>
    answer === null
      ? []
      : [
          [
            tenantHash(tenant),
            hashOf(answer.key),
            answer.expiresAtMs,
            commit,
            answer.key,
            answer.bodyHash,
            answer.body,
          ] as const,
        ],
  )
  return columnsOf(rows, 7)
}

/** When a record stops to be active, one less; when the new version of it will, one more until then. */
function activityColumns(placed: readonly Placed[]): Column[] {
  const changes = new Map<string, readonly [Buffer, string, number, number, number]>()
  for (const { unit, sequence } of placed) {
    if (unit.reality !== recordReality) continue
    for (const { kind, active } of unit.atoms) {
      if (active === null) continue
      for (const [atMs, change] of [[active.fromMs, -1] as const, [active.untilMs, 1] as const]) {
        if (atMs === null) continue
        const key = `${unit.tenant}\n${kind}\n${atMs}\n${sequence}`
        const before = changes.get(key)?.[4] ?? 0
        changes.set(key, [tenantHash(unit.tenant), kind, atMs, sequence, before + change])
      }
    }
  }
  return columnsOf([...changes.values()], 5)
}

/** Level by level from the leaves: a tile is made of what lies below it. */
function tileColumns(heads: readonly LogHead[]): [number, Column[]][] {
  const tiles = heads.flatMap(({ tenant, tiles }) => tiles.map((tile) => ({ ...tile, tenant })))
  const levels = [...Map.groupBy(tiles, ({ level }) => level)].sort(([a], [b]) => a - b)
  return levels.map(([level, full]) => [
    level,
    [
      full.map(({ tenant }) => tenantHash(tenant)),
      full.map(({ index }) => index),
      full.map(({ root }) => root),
    ],
  ])
}

function columnsOf(rows: readonly (readonly unknown[])[], width: number): Column[] {
  return Array.from({ length: width }, (_, at) => rows.map((row) => row[at]))
}

function bytes(view: Uint8Array): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength)
}
