import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMembrane, type Membrane, type RefusalCodeOf, type Result } from './index.ts'

/** Never called: it holds what the compiler must and must not accept. */
async function promises(membrane: Membrane): Promise<void> {
  await membrane.tenantSelf()
  await membrane.tenantCreate({ requested_tenant: 'tenant_node:acme', host: undefined })
  await membrane.commitRecent({ limit: 5 })
  // @ts-expect-error -- a required request cannot be left out
  await membrane.standingClaim()
  // @ts-expect-error -- nor one of its fields
  await membrane.standingClaim({ actor: 'human_person:ada', fixture: true })
  // @ts-expect-error -- a field that the contract does not name
  await membrane.tenantSelf({ tenat: 'tenant_node:acme' })
  // @ts-expect-error -- a value of another type
  await membrane.commitRecent({ limit: '5' })
  // @ts-expect-error -- an operation that does not exist
  await membrane.standingSteal()

  const result = await membrane.standingGrant({} as Parameters<Membrane['standingGrant']>[0])
  // @ts-expect-error -- a body is read once the outcome is known
  void result.body.standing
  if (result.outcome === 'refused') {
    const { code } = result
    if (code === 'standing_evaluation_consumed' || code === 'store_unavailable') return
    // @ts-expect-error -- a code of another operation
    if (code === 'mandate_unknown') return
    const rule: string = result.body.guard_rule
    void rule
    return
  }
  const standing: string = result.body.standing
  const status: 'active' = result.body.status
  const constant: false = result.body.production_admission
  const filled: 'memory' | 'postgres' = result.body.durable_state.storage
  void [standing, status, constant, filled]
  // @ts-expect-error -- a field that the answer does not have
  void result.body.mandate
}

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

const sameOutcome: Same<
  Extract<Result<'m7.state'>, { outcome: 'refused' }>['code'],
  RefusalCodeOf<'m7.state'>
> = true

test('the promises compile', () => {
  assert.equal(typeof promises, 'function')
  assert.ok(sameOutcome)
  assert.ok(createMembrane({ baseUrl: 'http://127.0.0.1' }))
})
