import {
  operations,
  type Operation,
  type OperationName,
  type Operations,
  type Ref,
  type RefusalCode,
} from '@membrane/contract'
import { canonicalJson, formatInstant } from '@membrane/ledger'
import { StoreUnavailableError, type Store } from '../store/port.ts'
import { createAccess, mayName, tenantOf } from './access.ts'
import { createAnswers } from './answers.ts'
import type { Done, Outside } from './acts.ts'
import { attemptCall, type Attempt } from './attempt.ts'
import { createCallers, type CallerSettings } from './caller.ts'
import { createContexts, type ContextOptions } from './context.ts'
import type { Implementation, LogProver } from './decision.ts'
import { bindKey, InFlight, isIdempotencyKey, keyedIdentifier } from './idempotency.ts'
import type { Entropy } from './ids.ts'
import { persevere, type Wait } from './persevere.ts'
import { prepare, type Prepared } from './prepared.ts'
import { refusalAnswer, type Answer } from './respond.ts'
import { Turns } from './turns.ts'

export type Implementations = { readonly [Name in OperationName]: Implementation<Operations[Name]> }

/** What the pipeline stands on. Clock and entropy are injected. */
export interface AdmissionOptions extends CallerSettings, ContextOptions {
  readonly store: Store
  readonly implementations: Implementations
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly entropy: Entropy
  readonly prover: LogProver
  readonly outside: Outside
  readonly wait: Wait
  /** Hears of unexpected failures; the caller learns nothing of their cause. */
  readonly onFailure: (error: unknown, operation: string) => void
}

/** One call as a transport hands it over. `body` holds query and path parameters where the method is GET. */
export interface Call {
  readonly body: Readonly<Record<string, unknown>>
  readonly bearer: string | undefined
  readonly idempotencyKey: string | undefined
}

export type Admit = (name: OperationName, call: Call) => Promise<Answer>

/** The one way of every call: caller, guards, tenant, key, facts, decision, commit, answer. */
export function createAdmission(options: AdmissionOptions): Admit {
  const { store, prover, clock, entropy, implementations, outside } = options
  const names = Object.keys(operations) as OperationName[]
  const implementationOf = (name: OperationName) => implementations[name] as unknown as Implementation
  const all = new Map(names.map((name) => [name, prepare(operations[name], implementationOf(name))]))
  const prepared = (name: OperationName): Prepared => all.get(name)!
  const callerOf = createAccess(options.bearer, createCallers(store, options))
  const contextOf = createContexts(options)
  const answerOf = createAnswers(store, prepared)
  const inFlight = new InFlight()
  const shared = { store, records: store, log: store, prover, entropy, prepared, turns: new Turns() }

  async function admit(name: OperationName, call: Call, now: number, id: string): Promise<Answer> {
    const { operation, implementation, gate, minimise } = prepared(name)
    const head = headOf(name, now, id)
    const refuseWith = (code: RefusalCode, rest: object = {}): Answer =>
      refusalAnswer(code, { ...head, ...rest })

    const resolved = await callerOf(operation, call.bearer, now)
    if ('refused' in resolved) return refuseWith(resolved.refused)
    const passed = gate.pass(call.body)
    if ('refusal' in passed) return refuseWith(passed.refusal.code, passed.refusal)

    const { input } = passed
    const { caller } = resolved
    const mint = (kind: string): Ref => `${kind}:${id}`
    const named = tenantOf(caller, input.tenant as Ref | undefined)
    if (!mayName(caller, named, operation)) return refuseWith('tenant_mismatch')

    const key = call.idempotencyKey ?? keyIn(operation, input)
    const mintTenant = (kind: string): Ref =>
      key === undefined ? mint(kind) : `${kind}:${keyedIdentifier(key, operation, caller, options.bodyKey)}`
    const at = contextOf(implementation.tenant?.(input, mintTenant) ?? named, caller, now, mint)
    const request = minimise(input)
    if (key !== undefined && !isIdempotencyKey(key)) return refuseWith('request_malformed', keyRefusal)
    const bound =
      key === undefined ? undefined : bindKey(key, operation, caller, canonicalJson(input), options.bodyKey)
    if (bound && !inFlight.enter(at.tenant, bound.key)) return refuseWith('idempotency_in_flight')
    try {
      const callerAgain = () => callerOf(operation, call.bearer, now)
      const fixed = { prepared: prepared(name), input, request, at, id, bound }
      const attempt = { ...fixed, callerReads: resolved.reads, callerAgain }
      const ended = await attemptCall(attempt, shared)
      if (ended.kind !== 'answered' || ended.act === undefined) return await answerOf(ended, attempt, head)
      const done = await outside.perform(ended.act)
      return await persevere(() => complete(name, attempt, done), options.wait)
    } finally {
      if (bound) inFlight.leave(at.tenant, bound.key)
    }
  }

  /**
   * Commits what became of an act, and answers the call: a commit of its own, which must not fail because the caller's
   * session ended meanwhile.
   */
  async function complete(name: OperationName, attempt: Attempt, done: Done): Promise<Answer> {
    const now = clock()
    const id = entropy.id(now)
    const at = contextOf(attempt.at.tenant, attempt.at.caller, now, (kind) => `${kind}:${id}`)
    const callerAgain = async () => ({ reads: [] })
    const again: Attempt = { ...attempt, at, id, done, callerReads: [], callerAgain }
    return answerOf(await attemptCall(again, shared), again, headOf(name, now, id))
  }

  return async (name, call) => {
    const now = clock()
    const id = entropy.id(now)
    try {
      return await admit(name, call, now, id)
    } catch (error) {
      options.onFailure(error, name)
      const code = error instanceof StoreUnavailableError ? 'store_unavailable' : 'internal_error'
      return refusalAnswer(code, headOf(name, now, id))
    }
  }
}

function headOf(operation: OperationName, now: number, id: string) {
  return { operation, id, issuedAt: formatInstant(now) }
}

function keyIn({ keyField }: Operation, input: Readonly<Record<string, unknown>>): string | undefined {
  return keyField === undefined ? undefined : (input[keyField] as string | undefined)
}

const keyRefusal = {
  detail: 'An Idempotency-Key is 1 to 255 printable ASCII characters.',
  facts: { fields: [{ path: '', rule: 'must come with an Idempotency-Key of its form' }] },
}
