import { migrate } from '@membrane/runtime/postgres'
import { runSql, startPostgres } from '@membrane/testkit'

/** The database of every document. */
const shown = { owner: 'postgres://owner@db.example/membrane', place: 'db.example/membrane' } as const

/**
 * What Citus would hold before anything else: the table is there, and its keys begin with what it is sharded by.
 */
const citus = `
create or replace function create_distributed_table(sharded regclass, by_column text, colocate_with text default '')
returns void language plpgsql as $$
begin
  if exists (
    select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = sharded and i.indisunique and a.attname <> by_column
  ) then raise exception 'a key of % does not begin with %', sharded, by_column; end if;
  if not exists (select from pg_attribute where attrelid = sharded and attname = by_column)
  then raise exception '% has no column %', sharded, by_column; end if;
  if colocate_with not in ('', 'none') then perform colocate_with::regclass; end if;
end $$;
create or replace function create_reference_table(copied regclass) returns void language sql as 'select';`

/** A PostgreSQL for documents that name one: an empty database, its schema made where a statement needs it. */
export class DocumentDatabase implements AsyncDisposable {
  #url: string | undefined

  /** The document's database addresses as they are here. */
  async here(text: string): Promise<string> {
    if (!text.includes(shown.place)) return text
    const url = await this.#open()
    const { host, pathname } = new URL(url)
    return text.replaceAll(shown.owner, url).replaceAll(shown.place, `${host}${pathname}`)
  }

  async run(text: string): Promise<void> {
    const url = await this.#open()
    await migrate(url)
    await runSql(url, citus)
    await runSql(url, text)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#url === undefined) return
    const { cluster } = await startPostgres()
    await runSql(cluster.url(), `drop database ${new URL(this.#url).pathname.slice(1)} with (force)`)
  }

  async #open(): Promise<string> {
    if (this.#url !== undefined) return this.#url
    const { cluster } = await startPostgres()
    const name = `document_${Math.random().toString(36).slice(2)}`
    await runSql(cluster.url(), `create database ${name}`)
    this.#url = cluster.url(name)
    return this.#url
  }
}
