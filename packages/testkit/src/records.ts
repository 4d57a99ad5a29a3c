import assert from 'node:assert/strict'
import { recordReality, type RecordType, type Ref } from '@membrane/contract'
import { canonicalJson, draftLeaf, saltedDigest } from '@membrane/ledger'
import type { AtomWrite, Runtime, Unit } from '@membrane/runtime'

let written = 0

/** Commits records past the pipeline, for what a test needs and no operation under test makes. */
export async function writeUnit({ store }: Runtime, tenant: Ref, patch: Partial<Unit>): Promise<Ref> {
  const id = `testkit_${++written}`
  const commit = `commit:${id}`
  const atoms = patch.atoms ?? []
  const leaf = draftLeaf({
    actor: null,
    atoms,
    causes: [],
    commit,
    operation: 'testkit.write',
    outcome: 'admitted',
    reality: recordReality,
    reasons: ['testkit'],
    receipt: `receipt:${id}`,
    request_digest: saltedDigest(new Uint8Array(32), '{}'),
    session: null,
    tenant,
  })
  const unit: Unit = {
    tenant,
    reality: recordReality,
    commit,
    operation: 'testkit.write',
    actor: null,
    leaf,
    requestSalt: new Uint8Array(32),
    reads: [],
    atoms,
    claims: [],
    cites: [],
    answer: null,
    ...patch,
  }
  const result = await store.commit([unit])
  assert.ok('done' in result, JSON.stringify(result))
  return commit
}

/** Commits the first version of one record. */
export async function writeRecord<State>(
  runtime: Runtime,
  tenant: Ref,
  record: RecordType<State>,
  state: State,
  options: { readonly ref?: Ref; readonly claims?: Unit['claims'] } = {},
): Promise<Ref> {
  const ref = options.ref ?? `${record.kind}:testkit_${written + 1}`
  const salt = new Uint8Array(32)
  const json = canonicalJson(state)
  const keys = Object.entries<(state: State) => Ref | null>(record.index)
    .map(([index, keyOf]) => [index, keyOf(state)] as const)
    .filter(([, key]) => key !== null)
    .map(([index, key]) => `${index}=${key}`)
  const digest = saltedDigest(salt, json)
  const atom = {
    kind: record.kind,
    ref,
    version: 1,
    state: json,
    digest,
    salt,
    keys,
    active: activityOf(record, state),
  }
  await writeUnit(runtime, tenant, { atoms: [atom], claims: options.claims ?? [] })
  return ref
}

function activityOf<State>({ activeUntil }: RecordType<State>, state: State): AtomWrite['active'] {
  const until = activeUntil?.(state) ?? null
  return activeUntil === undefined
    ? null
    : { fromMs: null, untilMs: until === null ? null : Date.parse(until) }
}
