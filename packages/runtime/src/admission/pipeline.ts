import {
  operations,
  recordReality,
  type Operation,
  type OperationName,
  type Operations,
  type Ref,
  type RefusalCode,
} from '@membrane/contract'
import { StoreUnavailableError, type Store } from '../store/port.ts'
import { createAccess, mayName, tenantOf, type Bearer } from './access.ts'
import { attemptCall, type Attempt, type Ending } from './attempt.ts'
import { createCallers, type CallerSettings } from './caller.ts'
import type { Context, Implementation, LogProver, Signer } from './decision.ts'
import { digestText } from './digest.ts'
import { createGate, type Gate } from './gate.ts'
import { bindKey, InFlight, isIdempotencyKey } from './idempotency.ts'
import type { Entropy } from './ids.ts'
import { createMinimiser } from './minimise.ts'
import { createSecrets, type SecretKeys } from './secrets.ts'
import {
  createResponder,
  refusalAnswer,
  type Answer,
  type Place,
  type RefusalContext,
  type Responder,
} from './respond.ts'

export type Implementations = { readonly [Name in OperationName]: Implementation<Operations[Name]> }

/** What the pipeline stands on. Clock and entropy are injected. */
export interface AdmissionOptions extends CallerSettings, SecretKeys {
  readonly store: Store
  readonly implementations: Implementations
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly entropy: Entropy
  readonly bearer: Bearer
  readonly rootSigning: Context['rootSigning']
  readonly countsAttempts: boolean
  /** What `signer` says of a tenant's log. */
  readonly signer: (tenant: Ref) => Signer
  /** What it says of the leaves of an origin. */
  readonly signerOf: (origin: string) => Signer
  readonly prover: LogProver
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

interface Prepared {
  readonly operation: Operation
  readonly implementation: Implementation
  readonly gate: Gate
  readonly minimise: ReturnType<typeof createMinimiser>
  readonly respond: Responder
}

function prepare(operation: Operation, implementation: Implementation): Prepared {
  return {
    operation,
    implementation,
    gate: createGate(operation),
    minimise: createMinimiser(operation),
    respond: createResponder(operation),
  }
}

/** The one way of every call: caller, guards, tenant, key, facts, decision, commit, answer. */
export function createAdmission(options: AdmissionOptions): Admit {
  const { store, clock, entropy, implementations } = options
  const names = Object.keys(operations) as OperationName[]
  const implementationOf = (name: OperationName) => implementations[name] as unknown as Implementation
  const prepared = new Map(names.map((name) => [name, prepare(operations[name], implementationOf(name))]))
  const callerOf = createAccess(options.bearer, createCallers(store, options))
  const inFlight = new InFlight()

  async function admit(name: OperationName, call: Call, now: number, id: string): Promise<Answer> {
    const { operation, implementation, gate, minimise, respond } = prepared.get(name)!
    const time = new Date(now).toISOString()
    const refuseWith = (code: RefusalCode, rest: object = {}): Answer =>
      refusalAnswer(code, { operation: name, id, issuedAt: time, ...rest })

    const resolved = await callerOf(operation, call.bearer, now)
    if ('refused' in resolved) return refuseWith(resolved.refused)
    const passed = gate.pass(call.body)
    if ('refusal' in passed) return refuseWith(passed.refusal.code, passed.refusal)

    const { input } = passed
    const { caller } = resolved
    const mint = (kind: string): Ref => `${kind}:${id}`
    const named = tenantOf(caller, input.tenant as Ref | undefined)
    if (!mayName(caller, named, operation)) return refuseWith('tenant_mismatch')

    const { bearer, rootSigning, signer, signerOf, prover } = options
    const { durable, storage } = store
    const tenant = implementation.tenant?.(input, mint) ?? named
    const at: Context = {
      now,
      time,
      tenant,
      reality: recordReality,
      caller,
      gated: bearer === 'writes',
      durable,
      storage,
      rootSigning,
      signer: signer(tenant),
      signerOf,
      primaryToken: options.fixtureTokens.primary,
      countsAttempts: options.countsAttempts,
      mint,
      digest: digestText,
      ...createSecrets(entropy, options),
    }
    const request = minimise(input)
    const key = call.idempotencyKey
    if (key !== undefined && !isIdempotencyKey(key))
      return refuseWith('request_malformed', { detail: keyRule })
    const bound =
      key === undefined ? undefined : bindKey(key, operation, caller.session, request, options.bodyKey)
    if (bound && !inFlight.enter(tenant, bound.key)) return refuseWith('idempotency_in_flight')
    try {
      const attempt: Attempt = { implementation, input, request, at, id, callerReads: resolved.reads, bound }
      const ended = await attemptCall(attempt, store, prover, entropy)
      const place: Place = { durable, storage, signer: at.signer, ...(await placeOf(ended, tenant, store)) }
      return answerOf(ended, respond, place, { operation: name, id, issuedAt: time })
    } finally {
      if (bound) inFlight.leave(tenant, bound.key)
    }
  }

  return async (name, call) => {
    const now = clock()
    const id = entropy.id(now)
    try {
      return await admit(name, call, now, id)
    } catch (error) {
      options.onFailure(error, name)
      const code = error instanceof StoreUnavailableError ? 'store_unavailable' : 'internal_error'
      return refusalAnswer(code, { operation: name, id, issuedAt: new Date(now).toISOString() })
    }
  }
}

function answerOf(ended: Ending, respond: Responder, place: Place, call: RefusalContext): Answer {
  if (ended.kind !== 'refused') return respond.answer(ended.answer, place, ended.kind === 'replayed')
  const { code, detail, facts, body } = ended.refused
  const context = { ...call, detail, facts }
  if (body !== undefined) return respond.refusal(code, body, place, context)
  return refusalAnswer(code, { ...context, committed: ended.committed })
}

const keyRule = 'An Idempotency-Key is 1 to 255 printable ASCII characters.'

async function placeOf(
  ended: Ending,
  tenant: Ref,
  store: Store,
): Promise<Pick<Place, 'committed' | 'records'>> {
  if (ended.kind !== 'replayed') return { committed: ended.committed, records: ended.unit?.atoms ?? [] }
  const first = await store.commitOf(tenant, ended.commit)
  return { committed: first ?? null, records: first?.atoms ?? [] }
}
