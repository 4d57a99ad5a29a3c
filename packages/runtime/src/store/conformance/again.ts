import assert from 'node:assert/strict'
import { recordReality } from '@membrane/contract'
import type { Committed, DecideAgain, RecordReads, Store, Unit } from '../port.ts'
import type { Rule } from './rule.ts'
import { scopeOf, unitOf, write, type UnitDraft } from './units.ts'

const tenant = 'tenant_node:again'
const here = scopeOf(tenant)
const key = 'of=company_geist:acme'
const ref = 'thing:counter'
const rivals = 60

/** Commits what is decided on the newest reads, as often as it takes; empty where that is nothing. */
export async function commitDecided(store: Store, decide: DecideAgain): Promise<readonly Committed[]> {
  for (;;) {
    const units = await decide(store)
    if (units.length === 0) return []
    let decided = units.length
    const result = await store.commit(units, async (reads) => {
      const again = await decide(reads)
      decided = again.length
      return again
    })
    if (!('done' in result)) continue
    assert.equal(result.done.length, decided, 'what was decided last was committed')
    return result.done
  }
}

/** Adds one to a counter, in the record or in a projection of it. */
export function increment(draft: Partial<UnitDraft> = {}, scope = here): DecideAgain {
  return async (reads) => {
    const found = await reads.atom(scope, 'thing', ref)
    const version = found?.version ?? 0
    const count = found === undefined ? 0 : (JSON.parse(found.state) as { count: number }).count
    const state = JSON.stringify({ count: count + 1 })
    return [
      unitOf({
        tenant,
        ...draft,
        reads: [{ on: 'atom', scope, kind: 'thing', ref, version }],
        atoms: [{ ref, version: version + 1, state }],
      }),
    ]
  }
}

export function againRules(rule: Rule): void {
  const allAtOnce = (store: Store, decide: (at: number) => DecideAgain): Promise<(readonly Committed[])[]> =>
    Promise.all(Array.from({ length: rivals }, (_, at) => commitDecided(store, decide(at))))

  rule('calls that want one record each find it as the one before left it', async (store) => {
    await allAtOnce(store, () => increment())
    const { version, state } = (await store.atom(here, 'thing', ref))!
    assert.deepEqual([version, state], [rivals, `{"count":${rivals}}`])
    assert.equal((await store.head(tenant)).size, rivals)
  })

  rule('calls that want one record of a projection do not touch the record', async (store) => {
    await write(store, { tenant, atoms: [{ ref, state: '{"count":5}' }] })
    const reality = 'reality:projection'
    const layers = [
      { reality, before: null },
      { reality: recordReality, before: 1 },
    ]
    const scope = scopeOf(tenant, ...layers)
    await allAtOnce(store, (at) => (at % 2 === 0 ? increment({ reality }, scope) : increment()))
    assert.equal((await store.atom(scope, 'thing', ref))!.state, `{"count":${5 + rivals / 2}}`)
    assert.equal((await store.atom(here, 'thing', ref))!.state, `{"count":${5 + rivals / 2}}`)
  })

  rule('calls that want one list each find all that those before it put there', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:first', keys: [key] }] })
    const lengths: number[] = []
    const append =
      (at: number): DecideAgain =>
      async (reads) => {
        const { atoms, last } = await reads.range(here, 'thing', key)
        lengths[at] = atoms.length
        assert.equal(atoms[0]!.ref, 'thing:first', 'the oldest comes first')
        const read = { on: 'range', scope: here, kind: 'thing', key, last } as const
        return [unitOf({ tenant, reads: [read], atoms: [{ ref: `thing:${at}`, keys: [key] }] })]
      }
    await allAtOnce(store, append)
    assert.deepEqual(
      lengths.toSorted((a, b) => a - b),
      Array.from({ length: rivals }, (_, at) => at + 1),
    )
  })

  rule('what may be claimed once is claimed once, and losers may want nothing any more', async (store) => {
    const claim = { space: 'host', key: 'example.org' }
    const take =
      (at: number): DecideAgain =>
      async (reads) => {
        const value = (await reads.claim(claim.space, claim.key)) ?? null
        if (value !== null) return []
        return [
          unitOf({
            tenant,
            reads: [{ on: 'claim', ...claim, value }],
            claims: [{ ...claim, value: `${at}` }],
          }),
        ]
      }
    const results = await allAtOnce(store, take)
    const winners = results.flatMap((done, at) => (done.length > 0 ? [`${at}`] : []))
    assert.deepEqual(winners, [await store.claim(claim.space, claim.key)])
    assert.equal((await store.head(tenant)).size, 1)
  })

  rule('one key is answered once, and the others find that answer', async (store, clock) => {
    const answer = { key: 'k', bodyHash: 'h', body: '{}', expiresAtMs: clock.now + 1000 }
    const seen: string[] = []
    const results = await allAtOnce(store, () => async (reads: RecordReads): Promise<Unit[]> => {
      const first = await reads.answer(tenant, 'k', clock.now)
      if (first === undefined) return [unitOf({ tenant, answer })]
      seen.push(first.commit)
      return []
    })
    const [made, ...more] = results.flat()
    assert.equal(more.length, 0)
    assert.equal(seen.length, rivals - 1)
    assert.deepEqual([...new Set(seen)], [made!.commit])
  })

  rule('a call that fails while it is decided again fails alone', async (store) => {
    const failing: DecideAgain = async (reads) => {
      const [unit] = await increment()(reads)
      if (unit!.atoms[0]!.version > 1) throw new Error('of the test')
      return [unit!]
    }
    const all = Array.from({ length: rivals }, (_, at) =>
      commitDecided(store, at % 10 === 9 ? failing : increment()),
    )
    const failed = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')
    assert.ok(failed.length >= rivals / 10 - 1)
    for (const { reason } of failed as PromiseRejectedResult[]) assert.match(String(reason), /of the test/)
    assert.equal((await store.atom(here, 'thing', ref))!.version, rivals - failed.length)
  })
}
