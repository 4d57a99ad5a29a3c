import { limits, type Operation, type OperationName, type Ref } from '@membrane/contract'
import type { AnswerWrite } from '../store/port.ts'
import type { Caller } from './decision.ts'
import { digestText } from './digest.ts'
import { mac } from './mac.ts'

/** The part of an answer that its commit does not tell. */
export interface KeptAnswer {
  readonly outcome: string
  readonly reasons: readonly string[]
  readonly issuedAt: string
  readonly receipt: Ref
  readonly body: Readonly<Record<string, unknown>>
  /** The answers of the steps that the call committed. */
  readonly steps: readonly {
    readonly operation: OperationName
    readonly commit: Ref
    readonly answer: KeptAnswer
  }[]
}

/** An Idempotency-Key bound to tenant, operation and caller, with the hash of the body it stands for. */
export interface BoundKey {
  readonly key: string
  readonly bodyHash: string
}

// oxlint-disable-next-line no-control-regex -- printable ASCII, as the header allows
const form = /^[\u0020-\u007e]+$/

export function isIdempotencyKey(key: string): boolean {
  return key.length <= limits.idempotencyKeyCharsMax && form.test(key)
}

/** Two callers, or two operations, never meet under one key. The body is compared by a keyed hash. */
export function bindKey(
  key: string,
  operation: Operation,
  { session, tenant }: Pick<Caller, 'session' | 'tenant'>,
  body: string,
  secret: Uint8Array,
): BoundKey {
  return {
    key: digestText(keyText(key, operation, { session, tenant })),
    bodyHash: mac(secret, body).toString('hex'),
  }
}

/** What identifies a tenant that a call under a key brings about: a repeat names the same, and finds its answer there. */
export function keyedIdentifier(
  key: string,
  operation: Operation,
  caller: Pick<Caller, 'session' | 'tenant'>,
  secret: Uint8Array,
): string {
  const text = `identifier\n${keyText(key, operation, caller)}`
  return mac(secret, text).toString('hex').slice(0, identifierChars)
}

const identifierChars = 32

function keyText(
  key: string,
  { name }: Operation,
  { session, tenant }: Pick<Caller, 'session' | 'tenant'>,
): string {
  return `${name}\n${tenant ?? ''}\n${session ?? ''}\n${key}`
}

/** What is kept of the first answer: never a token that was shown once. */
export function keepAnswer(
  bound: BoundKey,
  operation: Operation,
  answer: KeptAnswer,
  now: number,
): AnswerWrite {
  const hidden = Object.fromEntries(
    (operation.once ?? []).filter((name) => name in answer.body).map((name) => [name, null]),
  )
  const [first] = Object.keys(hidden)
  const shownOnce = first === undefined ? {} : { ...hidden, stable_code: `${first}_already_issued` }
  const kept: KeptAnswer = { ...answer, body: { ...answer.body, ...shownOnce } }
  return {
    ...bound,
    body: JSON.stringify(kept),
    expiresAtMs: now + limits.idempotencySeconds * 1000,
  }
}

/** Calls under a key that are still running on this server. */
export class InFlight {
  readonly #running = new Set<string>()

  /** False where the key is taken. */
  enter(tenant: Ref, key: string): boolean {
    const name = `${tenant} ${key}`
    if (this.#running.has(name)) return false
    this.#running.add(name)
    return true
  }

  leave(tenant: Ref, key: string): void {
    this.#running.delete(`${tenant} ${key}`)
  }
}
