import { DatabaseSync, type StatementSync } from 'node:sqlite'

const cacheKilobytes = 32_768

/** One version of a record as it is restored. */
export interface RestoredAtom {
  /** Hash of reality, kind and ref. */
  readonly key: Uint8Array
  readonly version: number
  readonly sequence: number
  readonly state: string
  readonly digest: string
  readonly salt: Uint8Array
}

/**
 * Where records are restored to: a database in a file without a name, which the system takes back when the
 * process ends, however it ends. Memory: its cache.
 */
export class Scratch {
  readonly #database = new DatabaseSync('')
  readonly #newest: StatementSync
  readonly #insert: StatementSync

  constructor() {
    this.#database.exec(`
      pragma cache_size = -${cacheKilobytes};
      pragma journal_mode = off;
      pragma synchronous = off;
      create table atoms (
        key blob not null, version integer not null, sequence integer not null,
        state text not null, digest text not null, salt blob not null
      ) strict;
      create unique index atom_versions on atoms (key, version);
      begin`)
    this.#newest = this.#database.prepare('select max(version) as version from atoms where key = ?')
    this.#insert = this.#database.prepare('insert into atoms values (?, ?, ?, ?, ?, ?)')
  }

  /** The newest version that has been restored; 0 without one. */
  newest(key: Uint8Array): number {
    return (this.#newest.get(key) as { version: number | null }).version ?? 0
  }

  add({ key, version, sequence, state, digest, salt }: RestoredAtom): void {
    this.#insert.run(key, version, sequence, state, digest, salt)
  }

  /** How many versions there are, and of how many records. */
  counts(): { readonly atoms: number; readonly records: number } {
    const query = 'select count(*) as atoms, count(distinct key) as records from atoms'
    return this.#database.prepare(query).get() as { atoms: number; records: number }
  }

  discard(): void {
    this.#database.close()
  }
}
