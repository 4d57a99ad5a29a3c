/** The version of the schema that this build reads and writes. */
export const schemaVersion = 1

/**
 * Every table begins its key with what it is sharded by: the tenant's hash, or the claim's own. Refs have no
 * length limit, so keys hold SHA-256 hashes of them. Nothing but the heads of logs is ever updated.
 */
const tables = `
create table membrane.meta (
  name text primary key,
  value text not null
);

create table membrane.logs (
  tenant bytea primary key,
  size bigint not null,
  committed_ms bigint not null,
  frontier bytea not null,
  epochs text not null,
  counts text not null,
  connectors text not null
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

create table membrane.commits (
  tenant bytea not null,
  sequence bigint not null,
  commit text collate "C" not null,
  operation text collate "C" not null,
  actor bytea,
  leaf_hash bytea not null,
  request_salt bytea not null,
  leaf bytea not null,
  primary key (tenant, sequence)
);
create unique index commits_by_ref on membrane.commits (tenant, commit);
create index commits_by_operation on membrane.commits (tenant, operation, sequence);
create index commits_by_actor on membrane.commits (tenant, actor, sequence) where actor is not null;

create table membrane.atoms (
  tenant bytea not null,
  ref_hash bytea not null,
  kind text collate "C" not null,
  reality_hash bytea not null,
  version integer not null,
  sequence bigint not null,
  place integer not null,
  reality text not null,
  ref text not null,
  digest bytea not null,
  salt bytea not null,
  state text not null,
  primary key (tenant, ref_hash, kind, reality_hash, version)
);
create index atoms_by_commit on membrane.atoms (tenant, sequence, place);

create table membrane.listings (
  tenant bytea not null,
  key_hash bytea not null,
  sequence bigint not null,
  place integer not null,
  ref_hash bytea not null,
  primary key (tenant, key_hash, sequence, place)
);

create table membrane.tiles (
  tenant bytea not null,
  level integer not null,
  index bigint not null,
  root bytea not null,
  hashes bytea not null,
  primary key (tenant, level, index)
);
alter table membrane.tiles alter column hashes set storage external;

create table membrane.claims (
  claim_hash bytea primary key,
  value text not null
);

create table membrane.answers (
  tenant bytea not null,
  key_hash bytea not null,
  expires_ms bigint not null,
  commit text not null,
  key text not null,
  body_hash text not null,
  body text not null,
  primary key (tenant, key_hash, expires_ms)
);
create index answers_by_expiry on membrane.answers (expires_ms);

create table membrane.evidence (
  tenant bytea not null,
  bundle_hash bytea not null,
  primary key (tenant, bundle_hash)
);

create table membrane.activity (
  tenant bytea not null,
  kind text collate "C" not null,
  at_ms bigint not null,
  sequence bigint not null,
  change integer not null,
  primary key (tenant, kind, at_ms, sequence)
);
create index activity_by_time on membrane.activity (kind, at_ms) include (change);
`

/** What each version adds to the one before it, from version 1. */
export const migrations: readonly string[] = [tables]

/** What a server may do: read, append, and move the heads of logs. Never alter, delete or rewrite a commit. */
export const serviceGrants = `
grant usage on schema membrane to %role%;
grant select, insert on all tables in schema membrane to %role%;
grant update on membrane.logs to %role%;
grant delete on membrane.answers to %role%;
`
