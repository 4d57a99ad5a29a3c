import { Type, type TSchema } from 'typebox'
import type { RefusalCode } from './refusals.ts'
import type { Ref } from './refs.ts'
import type { Rule } from './rules.ts'

/**
 * One field of a request. `schema` is its JSON type, which the transport checks; `rule` is what its
 * value must satisfy, which the guards check with the field's own code.
 */
export interface Field<T = unknown, Required extends boolean = boolean> {
  readonly schema: TSchema
  readonly rule: Rule
  readonly required: Required
  /** The code of a value that breaks the rule. */
  readonly malformed: RefusalCode
  /** The code of an absence; `malformed` where the interface names one code for both. */
  readonly absent: RefusalCode
  /** `digest`: only its hash is kept. `nothing`: verified in memory and kept out of every digest too. */
  readonly kept: 'value' | 'digest' | 'nothing'
  /** It cites: in the record, nothing that only a projection holds. */
  readonly cites?: true
  /** The decision judges absence and rule in its turn, so that codes keep the interface's order. */
  readonly judged?: 'required' | 'optional'
  readonly '~type'?: T
}

export type Fields = Readonly<Record<string, Field>>

interface FieldOptions {
  /** One code for absence and bad form, where the interface gives it. */
  readonly code?: RefusalCode
  readonly absent?: RefusalCode
  readonly malformed?: RefusalCode
  readonly kept?: Field['kept']
}

function field<T>(schema: TSchema, rule: Rule, defaultCode: RefusalCode = 'request_malformed') {
  return (options: FieldOptions = {}): Field<T, true> => ({
    schema,
    rule,
    required: true,
    malformed: options.malformed ?? options.code ?? defaultCode,
    absent: options.absent ?? options.code ?? 'request_malformed',
    kept: options.kept ?? 'value',
  })
}

/** The same field where the interface marks it `?`. Without a code of its own, absence is never refused. */
export function optional<T>(required: Field<T, true>): Field<T, false> {
  return { ...required, required: false }
}

/** A field that the guards let pass, whatever it holds: a fact of the store is refused before its own rule is. */
export function judged<T>(declared: Field<T>): Field<T, false> {
  return { ...declared, required: false, judged: declared.required ? 'required' : 'optional' }
}

const strings = Type.Array(Type.String())

/** A reference; with a kind, its prefix is enforced. */
export const ref = (kind?: string, options: FieldOptions = {}): Field<Ref, true> =>
  field<Ref>(Type.String(), kind === undefined ? { is: 'ref' } : { is: 'ref', kind })(options)
/** A reference whose beginning is fixed beyond its kind. */
export const refFrom = (prefix: string, options: FieldOptions = {}): Field<Ref, true> =>
  field<Ref>(Type.String(), { is: 'ref', prefix })(options)
export const refs = field<Ref[]>(strings, { is: 'refs' })
/** Evidence that an act rests on: bundles, and atoms of the record. */
export const cited = (): Field<Ref[], true> => ({ ...refs(), cites: true })
export const text = field<string>(Type.String(), { is: 'text' })
export const texts = field<string[]>(strings, { is: 'texts' })
/** A hash that the caller computed: `sha256:` and something after it. */
export const hash = field<string>(Type.String(), { is: 'hash' }, 'hash_malformed')
export const hashes = field<string[]>(strings, { is: 'hashes' }, 'hash_malformed')
/** A hash that the runtime computes again: `sha256:` and 64 hex digits. */
export const sha256 = field<string>(Type.String(), { is: 'sha256' }, 'hash_malformed')
export const integer = (min: number, max: number, options: FieldOptions = {}): Field<number, true> =>
  field<number>(Type.Number(), { is: 'integer', min, max })(options)
export const number = field<number>(Type.Number(), { is: 'number' })
/** Any JSON value; the operation judges it. */
export const json = field<unknown>(Type.Unknown(), { is: 'any' })
export const object = field<Record<string, unknown>>(Type.Object({}), { is: 'any' })
export const objects = field<Record<string, unknown>[]>(Type.Array(Type.Object({})), { is: 'any' })
export const oneOf = <const V extends string>(
  values: readonly V[],
  options: FieldOptions = {},
): Field<V, true> => field<V>(Type.String(), { is: 'one_of', values })(options)

/** A boolean that the operation judges; absent reads as false. */
export const flag = (): Field<boolean, false> => optional(field<boolean>(Type.Boolean(), { is: 'any' })())
/** A boolean that must not be true: the interface's "must be false" and "refused if true". */
export const mustBeFalse = (code: RefusalCode): Field<boolean, false> =>
  optional(field<boolean>(Type.Boolean(), { is: 'must_be_false' }, code)())
/** A boolean that must be true, and is false when it is absent. */
const mustBeTrue = (code: RefusalCode): Field<boolean, true> =>
  field<boolean>(Type.Boolean(), { is: 'must_be_true' }, code)({ code })
/** A value that must not be sent at all. */
export const mustBeAbsent = (code: RefusalCode): Field<unknown, false> =>
  optional(field<unknown>(Type.Unknown(), { is: 'must_be_absent' }, code)({ kept: 'nothing' }))

/** The tenant of the call; without it the session's, else the fixture tenant. */
export const tenant = optional(ref('tenant_node'))
/** `fixture` where the interface requires it. */
export const fixture = (code: RefusalCode = 'koerper_fixture_only') => mustBeTrue(code)
/** `fixture?` where the interface leaves it open: missing reads as true. */
export const fixtureUnlessFalse = (code: RefusalCode = 'koerper_fixture_only'): Field<boolean, false> =>
  optional(field<boolean>(Type.Boolean(), { is: 'must_be_true' }, code)())
export const containsCustomerData = (code: RefusalCode = 'customer_data_forbidden') => mustBeFalse(code)
export const containsBiometricMaterial = (code: RefusalCode = 'biometric_material_forbidden') =>
  mustBeFalse(code)
export const raw = (code: RefusalCode = 'raw_material_refused') => mustBeAbsent(code)
export const production = () => mustBeFalse('production_admission_closed')

type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K]['required'] extends true ? K : never }[keyof F]
type TypeOf<F> = F extends Field<infer T> ? T : never

/** What facts and decision see of a request: the declared fields, absent ones left out. */
export type Input<F extends Fields> = { readonly [K in RequiredKeys<F> & string]: TypeOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>> & string]?: TypeOf<F[K]>
}
