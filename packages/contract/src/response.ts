import { Type } from 'typebox'

/** Response fields that many operations share. Those with one possible value are filled by the contract. */
export const no = Type.Literal(false)
export const yes = Type.Literal(true)
export const string = Type.String()
export const strings = Type.Array(Type.String())
export const count = Type.Integer({ minimum: 0 })
/** A measured time. */
export const seconds = Type.Number({ minimum: 0 })
export const positive = Type.Number({ exclusiveMinimum: 0 })
export const boolean = Type.Boolean()
export const anyRef = Type.String({ pattern: '^[a-z][a-z0-9_]*:\\S+$' })
export const anyRefs = Type.Array(anyRef)
export const timestamp = Type.String({ format: 'date-time' })
export const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const literal = Type.Literal
export const optional = Type.Optional
export const list = Type.Array
export const record = Type.Object
export const oneOf = <const V extends string>(...values: V[]) => Type.Enum(values)
/** An object that the pipeline fills or that has open keys. */
export const open = Type.Record(Type.String(), Type.Unknown())

const capabilityState = oneOf('staging-durable', 'fixture-rehearsed', 'shape-only')

/** `durable_state`: where the record is and whether it outlives the process. */
export const durableState = Type.Object({
  durable: boolean,
  storage: oneOf('memory', 'postgres'),
  capability_state: capabilityState,
  record: nullable(anyRef),
  commit: nullable(anyRef),
})

/** `durable_commit`: the commit's place in the tenant's log; null on a replay that committed nothing. */
export const durableCommit = nullable(
  Type.Object({
    commit: anyRef,
    sequence: count,
    leaf_hash: string,
    committed_at: timestamp,
    durable: boolean,
  }),
)

/** `durable_record`: one written record. */
export const durableRecord = Type.Object({
  ref: anyRef,
  kind: string,
  version: count,
  digest: string,
  durable: boolean,
})

/** `signer`: which key signs the checkpoints over this log. */
export const signer = Type.Object({
  key: string,
  algorithm: literal('Ed25519'),
  public_key_hash: string,
  root_signing: oneOf('fixture_root', 'no_root_key'),
})

/** What every durable write answers beside its own fields. */
export const written = { durable_state: durableState, production_admission: no } as const

/** A response field that no decision names: the contract or the commit settles its value. */
export interface Settled {
  readonly '~settled': true
}

/** An object of nothing but literals. */
export const constants = <Fields extends Record<string, Type.TLiteral>>(fields: Fields) =>
  Type.Object(fields) as unknown as Type.TObject<Fields> & Settled

/** Several written records by name, each found by its kind; the pipeline fills them. */
export const durableRecords = <Kinds extends Readonly<Record<string, string>>>(kinds: Kinds) =>
  Type.Object(Object.fromEntries(Object.keys(kinds).map((name) => [name, durableRecord])), {
    [recordKindsKey]: kinds,
  }) as unknown as Type.TObject<{ [Name in keyof Kinds]: typeof durableRecord }> & Settled

const recordKindsKey = 'x-record-kinds'

/** The kinds that `durableRecords` was declared with. */
export function recordKindsOf(schema: Type.TSchema): Readonly<Record<string, string>> | undefined {
  return (schema as { [recordKindsKey]?: Readonly<Record<string, string>> })[recordKindsKey]
}

/** `steps`: what the call committed one after another, each with its own receipt. */
export const steps = Type.Array(
  Type.Object({ operation: string, outcome: string, body: open, receipt: open }),
)
