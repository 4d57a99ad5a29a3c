import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { identifierOf, recordReality, type Ref } from '@membrane/contract'
import { draftLeaf, saltedDigest } from '@membrane/ledger'
import type { AtomWrite, Committed, Layer, Read, Scope, Store, Unit } from '../port.ts'

/** An atom as a test writes it: what is left out is made up. */
export interface AtomDraft extends Partial<Omit<AtomWrite, 'ref'>> {
  readonly ref: Ref
}

export interface UnitDraft extends Partial<Omit<Unit, 'atoms' | 'leaf'>> {
  readonly tenant: Ref
  readonly atoms?: readonly AtomDraft[]
}

let made = 0

/** A unit with a commit ref of its own and one atom unless told otherwise. */
export function unitOf(draft: UnitDraft): Unit {
  const id = String(++made).padStart(12, '0')
  const { tenant, reality = recordReality, commit = `commit:${id}`, operation = 'test.write' } = draft
  const atoms = (draft.atoms ?? [{ ref: `thing:${id}` }]).map(atomOf)
  const actor = draft.actor ?? null
  const leaf = draftLeaf({
    actor,
    atoms,
    causes: [],
    commit,
    operation,
    outcome: 'admitted',
    reality,
    reasons: ['test'],
    receipt: `receipt:${identifierOf(commit)}`,
    request_digest: saltedDigest(new Uint8Array(32), '{}'),
    session: null,
    tenant,
  })
  return {
    tenant,
    reality,
    commit,
    operation,
    actor,
    leaf,
    requestSalt: createHash('sha256').update(commit).digest(),
    reads: draft.reads ?? [],
    atoms,
    claims: draft.claims ?? [],
    cites: draft.cites ?? [],
    answer: draft.answer ?? null,
  }
}

function atomOf({ ref, kind = 'thing', version = 1, state, salt, keys = [], ...rest }: AtomDraft): AtomWrite {
  const kept = salt ?? createHash('sha256').update(`${ref} ${version}`).digest()
  const json = state ?? `{"version":${version}}`
  return {
    kind,
    ref,
    version,
    state: json,
    digest: rest.digest ?? saltedDigest(kept, json),
    salt: kept,
    keys,
    active: rest.active ?? null,
  }
}

/** Commits units of one tenant that must be taken. */
export async function commitAll(store: Store, ...units: Unit[]): Promise<readonly Committed[]> {
  const result = await store.commit(units)
  assert.ok('done' in result, `the commit failed: ${JSON.stringify(result)}`)
  assert.equal(result.done.length, units.length)
  return result.done
}

export async function write(store: Store, draft: UnitDraft): Promise<Committed> {
  return (await commitAll(store, unitOf(draft)))[0]!
}

/** A commit that must be refused because something read has changed. */
export async function refusesChanged(store: Store, ...drafts: UnitDraft[]): Promise<void> {
  assert.deepEqual(await store.commit(drafts.map(unitOf)), { failed: 'changed' })
}

export function scopeOf(tenant: Ref, ...layers: Layer[]): Scope {
  return { tenant, layers: layers.length > 0 ? layers : [{ reality: recordReality, before: null }] }
}

export function readAtom(scope: Scope, ref: Ref, version: number, kind = 'thing'): Read {
  return { on: 'atom', scope, kind, ref, version }
}

export function readRange(scope: Scope, key: string, last: number, kind = 'thing'): Read {
  return { on: 'range', scope, kind, key, last }
}
