import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, StandingGrant } from '@membrane/contract'
import type { Implementations } from './pipeline.ts'
import { admit, create, implement, next, refuse, type Atom } from './decision.ts'

const revoke = operations['standing.revoke']
const body = {
  standing: 'standing_grant:x',
  revocation_record: 'standing_grant:x_revoked',
  affected_mandates: [],
  affected_mandate_count: 0,
  affected_sessions: [],
  affected_session_count: 0,
}

// Each error expected below is a promise of the types: where one compiles, `tsc` fails.
test('a decision answers declared codes and every field that is its own to decide', () => {
  implement(revoke, { decide: () => refuse('standing_unknown') })
  implement(revoke, { decide: () => admit(body) })

  // @ts-expect-error registered, but not declared by this operation
  implement(revoke, { decide: () => refuse('mandate_unknown') })
  // @ts-expect-error not registered
  implement(revoke, { decide: () => refuse('standing_gone') })
  const { revocation_record: _, ...missing } = body
  // @ts-expect-error a response field is missing
  implement(revoke, { decide: () => admit(missing) })
  // @ts-expect-error a response field has the wrong type
  implement(revoke, { decide: () => admit({ ...body, affected_mandate_count: 'none' }) })
  // @ts-expect-error a decision is synchronous
  implement(revoke, { decide: async () => admit(body) })
  assert.equal(refuse('standing_unknown').code, 'standing_unknown')
})

test('inputs and records are typed by the contract', () => {
  implement(revoke, {
    facts: async (input, view) => ({ grant: await view.get(StandingGrant, input.standing) }),
    decide: (input, { grant }) => {
      // @ts-expect-error the request has no such field
      void input.standing_claim
      // @ts-expect-error the record has no such field
      void grant?.state.effective_status
      return refuse('standing_unknown')
    },
  })
  // @ts-expect-error not a state of the record
  assert.equal(create(StandingGrant, 'standing_grant:x', { status: 'paused' }).version, 1)
})

test('an operation without an implementation does not compile', () => {
  // @ts-expect-error all but one are missing
  const some: Implementations = { 'standing.revoke': implement(revoke, { decide: () => admit(body) }) }
  assert.ok(some['standing.revoke'])
  const atom: Atom<{ status: 'active' | 'revoked' }> = {
    ref: 'a:b',
    kind: 'a',
    version: 2,
    sequence: 0,
    state: { status: 'active' },
  }
  const record = { kind: 'a', index: {} }
  // @ts-expect-error a patch is of the record's own state
  assert.equal(next(record, atom, { status: 'gone' }).version, 3)
})
