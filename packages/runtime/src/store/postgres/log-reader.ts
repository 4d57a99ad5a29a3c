import type { Ref } from '@membrane/contract'
import { TILE_WIDTH } from '@membrane/ledger'
import type { CommitQuery, Head, StoredAtom, StoredCommit } from '../port.ts'
import type { Connections } from './connections.ts'
import { hashOf, tenantHash } from './keys.ts'
import type { Row } from './pool.ts'
import { atomColumns, atomOf, unbounded } from './reader.ts'

const commitColumns = 'c.sequence, c.commit, c.leaf, c.leaf_hash, c.request_salt'

/** Reads that the log's proofs and lists are built from. */
export class LogReader {
  readonly #connections: Connections
  readonly #epoch: number

  constructor(connections: Connections, epoch: number) {
    this.#connections = connections
    this.#epoch = epoch
  }

  async head(tenant: Ref): Promise<Head> {
    const [row] = await this.#rows(
      'head',
      'select size, frontier, epochs, counts, connectors from membrane.logs where tenant = $1 and size > 0',
      [tenantHash(tenant)],
    )
    if (row === undefined) {
      return { size: 0, epochs: [{ epoch: this.#epoch, start: 0 }], counts: new Map(), connectors: new Map() }
    }
    const parse = (column: string): unknown => JSON.parse(row[column] as string)
    return {
      size: row.size as number,
      frontier: row.frontier as Buffer,
      epochs: parse('epochs') as Head['epochs'],
      counts: new Map(Object.entries(parse('counts') as Record<string, number>)),
      connectors: new Map(
        Object.entries(parse('connectors') as Record<string, { bundles: number; lastCitedAt: string }>),
      ),
    }
  }

  async commitOf(tenant: Ref, ref: Ref): Promise<StoredCommit | undefined> {
    const query = `select ${commitColumns} from membrane.commits c where c.tenant = $1 and c.commit = $2`
    const rows = await this.#rows('commit_of', query, [tenantHash(tenant), ref])
    return (await this.#withAtoms(tenant, rows))[0]
  }

  /** The narrowest filter leads: what wrote a ref, then what an actor did, then an operation. */
  async commits(
    tenant: Ref,
    { before, limit, operation, actor, ref }: CommitQuery,
  ): Promise<readonly StoredCommit[]> {
    const values: unknown[] = [tenantHash(tenant), before ?? unbounded, limit]
    const parameter = (value: unknown): string => `$${values.push(value)}`
    const filters = ['c.tenant = $1', 'c.sequence < $2::bigint']
    if (operation !== undefined) filters.push(`c.operation = ${parameter(operation)}`)
    if (actor !== undefined) filters.push(`c.actor = ${parameter(hashOf(actor))}`)
    if (ref !== undefined) {
      const hash = parameter(hashOf(ref))
      filters.push(
        `c.sequence in (select a.sequence from membrane.atoms a where a.tenant = $1 and a.ref_hash = ${hash})`,
      )
    }
    const query = `
      select ${commitColumns} from membrane.commits c where ${filters.join(' and ')}
      order by c.sequence desc limit $3::int`
    const shape = [operation, actor, ref].map((value) => (value === undefined ? 0 : 1)).join('')
    const rows = await this.#rows(`commits_${shape}`, query, values)
    return this.#withAtoms(tenant, rows)
  }

  async commitsFrom(tenant: Ref, from: number, count: number): Promise<readonly StoredCommit[]> {
    const query = `
      select ${commitColumns} from membrane.commits c
      where c.tenant = $1 and c.sequence >= $2 and c.sequence < $2 + $3::bigint order by c.sequence`
    return this.#withAtoms(tenant, await this.#rows('commits_from', query, [tenantHash(tenant), from, count]))
  }

  async leaves(tenant: Ref, from: number, count: number): Promise<readonly Uint8Array[]> {
    const query = `
      select c.leaf from membrane.commits c
      where c.tenant = $1 and c.sequence >= $2 and c.sequence < $2 + $3::bigint order by c.sequence`
    const rows = await this.#rows('leaves', query, [tenantHash(tenant), from, count])
    return rows.map(({ leaf }) => leaf as Buffer)
  }

  /** Hashes of leaves come from their commits, those above from the roots of the full tiles below them. */
  async tile(tenant: Ref, level: number, index: number, count: number): Promise<Uint8Array> {
    const first = index * TILE_WIDTH
    if (count < TILE_WIDTH) {
      const query =
        level === 0
          ? `select leaf_hash as hash from membrane.commits
             where tenant = $1 and sequence >= $2 and sequence < $2 + $3::bigint order by sequence`
          : `select root as hash from membrane.tiles
             where tenant = $1 and level = $4::int and index >= $2 and index < $2 + $3::bigint order by index`
      const values = [tenantHash(tenant), first, count, ...(level === 0 ? [] : [level - 1])]
      const rows = await this.#rows(level === 0 ? 'leaf_hashes' : 'tile_roots', query, values)
      return joined(rows, 'hash', count)
    }
    const query = 'select hashes from membrane.tiles where tenant = $1 and level = $2 and index = $3'
    return joined(await this.#rows('tile', query, [tenantHash(tenant), level, index]), 'hashes', count)
  }

  /** What the commits wrote, in the order in which they wrote it. */
  async #withAtoms(tenant: Ref, rows: readonly Row[]): Promise<StoredCommit[]> {
    if (rows.length === 0) return []
    const query = `
      select ${atomColumns} from membrane.atoms a
      where a.tenant = $1 and a.sequence = any($2::bigint[]) order by a.sequence, a.place`
    const found = await this.#rows('atoms_of', query, [
      tenantHash(tenant),
      rows.map(({ sequence }) => sequence),
    ])
    const atoms = Map.groupBy(found.map(atomOf), ({ sequence }) => sequence)
    return rows.map((row) => commitOf(row, atoms.get(row.sequence as number) ?? []))
  }

  #rows(name: string, query: string, values: unknown[]): Promise<Row[]> {
    return this.#connections.with((connection) => connection.rows(query, values, name))
  }
}

function commitOf(row: Row, atoms: readonly StoredAtom[]): StoredCommit {
  const leaf = row.leaf as Buffer
  const { committed_at } = JSON.parse(leaf.toString()) as { committed_at: string }
  return {
    commit: row.commit as string,
    sequence: row.sequence as number,
    committedAt: committed_at,
    leafHash: `sha256:${(row.leaf_hash as Buffer).toString('hex')}`,
    leaf,
    requestSalt: row.request_salt as Buffer,
    atoms,
  }
}

function joined(rows: readonly Row[], column: string, count: number): Uint8Array {
  const hashes = Buffer.concat(rows.map((row) => row[column] as Buffer))
  if (hashes.length < count * 32) throw new RangeError('the tree has no such hashes')
  return hashes.subarray(0, count * 32)
}
