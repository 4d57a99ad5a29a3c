import * as is from './response.ts'

const version = { ref: is.anyRef, version: is.count }

/** One commit as `commit.recent` and `receipt.show` list it. */
export const commitEntry = is.record({
  commit: is.anyRef,
  sequence: is.count,
  committed_at: is.timestamp,
  operation: is.string,
  outcome: is.string,
  tenant: is.anyRef,
  actor: is.nullable(is.anyRef),
  session: is.nullable(is.anyRef),
  reality: is.anyRef,
  receipt: is.anyRef,
  atoms: is.list(is.record({ ...version, kind: is.string, digest: is.string })),
  causes: is.list(is.record(version)),
  /** Where the leaf does not list its causes: how many there are, and the digest that it holds of them. */
  causes_count: is.optional(is.count),
  causes_digest: is.optional(is.string),
  leaf_hash: is.string,
  signer: is.signer,
  fixture: is.yes,
  production_admission: is.no,
})
