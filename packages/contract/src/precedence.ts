import type { Field } from './field.ts'
import { mayCommit, needsGrant, type Operation } from './operation.ts'
import { operationList } from './operations.ts'
import type { RefusalCode } from './refusals.ts'

/** Codes of the service that any call may meet before its operation is reached, or after. */
const transportCodes: readonly RefusalCode[] = [
  'host_not_allowed',
  'shutting_down',
  'store_unavailable',
  'internal_error',
]

const bodyCodes: readonly RefusalCode[] = ['payload_too_large', 'media_type_unsupported', 'request_malformed']

const bearerCodes: readonly RefusalCode[] = [
  'bearer_required',
  'token_tampered',
  'session_unknown',
  'session_expired',
  'session_revoked',
  'auth_session_stale_key',
  'scope_mismatch',
]

const idempotencyCodes: readonly RefusalCode[] = ['idempotency_key_reused', 'idempotency_in_flight']

/** What the store may answer in the place of a commit, after everything else was decided. */
const commitCodes: readonly RefusalCode[] = ['store_full']

/** The guards that run before an operation's own, in this order, unless the operation lists the code itself. */
const guardOrder: readonly RefusalCode[] = [
  'query_malformed',
  'request_malformed',
  'raw_material_refused',
  'customer_data_forbidden',
  'biometric_material_forbidden',
  'production_admission_closed',
  'koerper_fixture_only',
  'hash_malformed',
]

function fieldCodes(field: Field): readonly RefusalCode[] {
  if (field.judged) return []
  const citing: readonly RefusalCode[] = field.cites ? ['reality_record_cites_projected'] : []
  return [...(field.required ? [field.absent] : []), field.malformed, ...citing]
}

/**
 * The codes that guards and decision of an operation may answer, in order of precedence: the first
 * that applies is the answer. Access and transport come before all of them.
 */
export function guardedCodes(operation: Operation): readonly RefusalCode[] {
  const fromFields = Object.values(operation.request).flatMap(fieldCodes)
  const body: RefusalCode[] =
    operation.method === 'POST'
      ? [
          'request_malformed',
          operation.rawCode ?? 'raw_material_refused',
          'customer_data_forbidden',
          'biometric_material_forbidden',
        ]
      : []
  const met = new Set<RefusalCode>([...body, ...fromFields])
  const own: readonly RefusalCode[] = operation.refusals
  const general = guardOrder.filter((code) => met.has(code) && !own.includes(code))
  const rest = [...met].filter((code) => !own.includes(code) && !guardOrder.includes(code))
  return [...general, ...rest, ...own]
}

/**
 * Codes that an operation passes on from those that it runs as its steps. None of them is its own: what makes one fire
 * is a request to the inner operation, on the same guards, facts and decision. So a test of the inner operation covers
 * the pair, as long as some test shows that a refusal comes through; the test run holds both.
 */
export function passedCodes(operation: Operation): readonly RefusalCode[] {
  const { passesThrough = [] } = operation
  const runs = operationList.filter(
    ({ name, projectable }) =>
      passesThrough.includes(name) || (projectable === true && passesThrough.includes('projectable')),
  )
  const own = new Set(ownCodes(operation))
  return [...new Set(runs.flatMap(guardedCodes))].filter((code) => !own.has(code))
}

/** Codes of the commit itself: one place answers them for every operation, so one of them that fires shows it. */
export function committedCodes(operation: Operation): readonly RefusalCode[] {
  return mayCommit(operation) ? commitCodes : []
}

/** Every code that a call of the operation can answer, those of its steps and of the commit included. */
export function allCodes(operation: Operation): readonly RefusalCode[] {
  return [...ownCodes(operation), ...passedCodes(operation), ...committedCodes(operation)]
}

/** Every code that a call of the operation can answer by itself, transport and access included. */
export function ownCodes(operation: Operation): readonly RefusalCode[] {
  const bearer = operation.access === 'public' || operation.access === 'ceremony' ? [] : bearerCodes
  const named: RefusalCode[] = bearer.length > 0 && 'tenant' in operation.request ? ['tenant_mismatch'] : []
  const limited: RefusalCode[] = operation.access === 'ceremony' ? ['ceremony_rate_limited'] : []
  const keyed = operation.method === 'POST' ? [...bodyCodes, ...idempotencyCodes] : []
  const granted: RefusalCode[] = needsGrant(operation) ? ['hosted_operator_grant_missing'] : []
  const first = [...transportCodes, ...limited, ...bearer, ...named, ...keyed, ...granted]
  return [...new Set([...first, ...guardedCodes(operation)])]
}
