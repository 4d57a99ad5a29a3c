/** What a refusal is about; it fixes the HTTP status. */
export const categoryStatus = {
  request: 400,
  authentication: 401,
  authority: 403,
  presence: 403,
  unknown: 404,
  state: 409,
  size: 413,
  privacy: 422,
  evidence: 422,
  integrity: 422,
  posture: 422,
  rate_limit: 429,
  internal: 500,
  unavailable: 503,
} as const

export type Category = keyof typeof categoryStatus

/**
 * Whether the same request may succeed when sent again: `never` without a change,
 * `later` after `Retry-After` or when the other call has ended.
 */
export type Retry = 'never' | 'later'

/** One refusal code of the registry. */
export interface Refusal {
  readonly category: Category
  /** One sentence: what must hold. */
  readonly guard_rule: string
  /** What a caller, or the operator, does about it. */
  readonly satisfy: string
  readonly retry: Retry
  /** Where the status is not its category's. */
  readonly status?: number
  /** The interface names it for production only, so nothing here can make it fire. */
  readonly production_only?: true
}

type Options = Partial<Omit<Refusal, 'category' | 'guard_rule' | 'satisfy'>>

/** Declares a code by its rule and what satisfies it: `state('A host belongs to one tenant.', 'Name another host.')`. */
function declare(category: Category, retry: Retry = 'never') {
  return (guard_rule: string, satisfy: string, options: Options = {}): Refusal => ({
    category,
    guard_rule,
    satisfy,
    retry,
    ...options,
  })
}

export const request = declare('request')
export const authentication = declare('authentication')
export const authority = declare('authority')
export const presence = declare('presence')
export const unknown = declare('unknown')
export const state = declare('state')
export const size = declare('size')
export const privacy = declare('privacy')
export const evidence = declare('evidence')
export const integrity = declare('integrity')
export const posture = declare('posture')
export const rateLimit = declare('rate_limit', 'later')
export const internal = declare('internal')
export const unavailable = declare('unavailable', 'later')
