import {
  constantsOf,
  limits,
  recordKindsOf,
  refusalOf,
  statusOf,
  type Operation,
  type Ref,
  type RefusalCode,
} from '@membrane/contract'
import type { TSchema } from 'typebox'
import type { Committed } from '../store/port.ts'
import type { Signer } from './decision.ts'
import type { KeptAnswer } from './idempotency.ts'

/** An answer before it is bytes. */
export interface Answer {
  readonly status: number
  readonly receipt: Ref
  readonly envelope: Readonly<Record<string, unknown>>
  readonly outcome: string
  /** The code of a refusal. */
  readonly refusal: RefusalCode | null
  readonly retryAfterSeconds: number | null
  /** The first answer again, under its Idempotency-Key. */
  readonly replayed: boolean
}

/** What the pipeline knows of the commit; response fields are filled from it. */
export interface Place {
  readonly durable: boolean
  readonly storage: 'memory' | 'postgres'
  readonly signer: Signer
  readonly committed: Committed | null
  /** The answers of the steps that the call committed, each with its own receipt. */
  readonly steps: readonly Readonly<Record<string, unknown>>[]
  /** The records that the commit wrote, the operation's own first. */
  readonly records: readonly WrittenRecord[]
}

export interface WrittenRecord {
  readonly ref: Ref
  readonly kind: string
  readonly version: number
  readonly digest: string
}

type Filler = (operation: Operation, place: Place, decided: unknown) => unknown

const fillers: Readonly<Record<string, Filler>> = {
  steps: (_, { steps }) => steps,
  durable_state: durableState,
  durableState,
  durable_commit: (_, { committed, durable }) =>
    committed && {
      commit: committed.commit,
      sequence: committed.sequence,
      leaf_hash: committed.leafHash,
      committed_at: committed.committedAt,
      durable,
    },
  durable_record: (_, { records: [record], durable }) => record && describe(record, durable),
  signer: (_, { signer }) => signer,
}

function describe({ ref, kind, version, digest }: WrittenRecord, durable: boolean) {
  return { ref, kind, version, digest, durable }
}

/** The written records by the names that the contract gives their kinds; null where one was not written. */
function fillRecords(kinds: Readonly<Record<string, string>>): Filler {
  return (_, { records, durable }) => {
    const found = Object.entries(kinds).map(([name, kind]) => {
      const record = records.find((candidate) => candidate.kind === kind)
      return [name, record === undefined ? null : describe(record, durable)] as const
    })
    return Object.fromEntries(found)
  }
}

function fillerOf(name: string, schema: TSchema): Filler | undefined {
  const kinds = recordKindsOf(schema)
  return kinds === undefined ? fillers[name] : fillRecords(kinds)
}

function durableState(operation: Operation, place: Place, decided: unknown): unknown {
  return {
    durable: place.durable,
    storage: place.storage,
    capability_state: operation.state,
    record: place.records[0]?.ref ?? null,
    commit: place.committed?.commit ?? null,
    ...(decided as object | undefined),
  }
}

/** Prepares an operation's body: fields in the order of its contract, constants and the commit's filled in. */
function createRenderer(operation: Operation) {
  const constants = constantsOf(operation)
  const fields = Object.entries(operation.response).map(([name, schema]) => ({
    name,
    fill: fillerOf(name, schema),
  }))

  return (decided: Readonly<Record<string, unknown>>, place: Place): Record<string, unknown> => {
    const body: Record<string, unknown> = {}
    for (const { name, fill } of fields) {
      const given = name in decided ? decided[name] : constants[name]
      const value = fill === undefined ? given : fill(operation, place, given)
      if (value !== undefined) body[name] = value
    }
    return body
  }
}

/** The answers of one operation. */
export interface Responder {
  answer(answer: KeptAnswer, place: Place, replayed: boolean): Answer
  /** The operation's body beside the keys of a refusal that is on record. */
  refusal(code: RefusalCode, body: unknown, place: Place, context: RefusalContext): Answer
}

export function createResponder(operation: Operation): Responder {
  const render = createRenderer(operation)
  return {
    answer({ outcome, reasons, body, issuedAt, receipt }, place, replayed) {
      const head = { operation: operation.name, outcome, reasons, issuedAt, receipt }
      return { ...answered(head, render(body, place), place.committed), replayed }
    },
    refusal(code, body, place, context) {
      const facts = { ...render(body as Readonly<Record<string, unknown>>, place), ...context.facts }
      return refusalAnswer(code, { ...context, facts, committed: place.committed })
    },
  }
}

interface Head {
  readonly operation: string
  readonly outcome: string
  readonly reasons: readonly string[]
  readonly issuedAt: string
  readonly receipt: Ref
}

function answered(head: Head, body: object, committed: Committed | null): Answer {
  const { operation, outcome, reasons, issuedAt } = head
  const receipt = {
    ref: head.receipt,
    outcome,
    reasons,
    fixture: true,
    operation,
    issued_at: issuedAt,
    commit: committed?.commit ?? null,
    log_index: committed?.sequence ?? null,
    leaf_hash: committed?.leafHash ?? null,
  }
  return {
    status: 200,
    receipt: receipt.ref,
    envelope: { operation, outcome, fixture: true, body, receipt },
    outcome,
    refusal: null,
    retryAfterSeconds: null,
    replayed: false,
  }
}

export interface RefusalContext {
  readonly operation: string
  readonly id: string
  readonly issuedAt: string
  readonly detail?: string | undefined
  /** Facts beside the refusal keys: `fields`, counts, the rest of a recorded body. */
  readonly facts?: Readonly<Record<string, unknown>>
  readonly committed?: Committed | null
}

/** The answer of a refusal: the code, why, what helps, and whether to try again. */
export function refusalAnswer(code: RefusalCode, context: RefusalContext): Answer {
  const { category, guard_rule, retry } = refusalOf(code)
  const { operation, issuedAt, id, detail = guard_rule, facts = {}, committed = null } = context
  const retryAfterSeconds =
    (facts.retry_after_seconds as number | undefined) ??
    (retry === 'later' ? limits.unavailableRetrySeconds : null)
  const body = {
    refusal_code: code,
    failed_gate: code,
    stable_code: code,
    category,
    guard_rule,
    detail,
    retryable: retry === 'later',
    ...(retryAfterSeconds === null ? {} : { retry_after_seconds: retryAfterSeconds }),
    ...(category === 'request' ? { fields: [] } : {}),
    ...facts,
    production_admission: false,
  }
  const head = { operation, outcome: 'refused', reasons: [code], issuedAt, receipt: `receipt:${id}` }
  return { ...answered(head, body, committed), status: statusOf(code), refusal: code, retryAfterSeconds }
}
