import { isRef, isPredicateResult, limits, refPattern, type Manifest, type Ref } from '@membrane/contract'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { schemaFault } from './json-schema.ts'

/** A manifest in its canonical form, and the hashes that its imports are pinned to. */
export interface ParsedManifest {
  readonly manifest: Manifest
  readonly pins: readonly { readonly import: Ref; readonly manifest_hash: string }[]
}

/** What is wrong and where; never what was sent. */
export interface Fault {
  readonly fault: string
}

const ref = Type.String({ pattern: refPattern.source })
const words = Type.Array(Type.String({ minLength: 1 }), { maxItems: limits.evaluationEntriesMax })
/** The pattern that semver.org gives for a version. */
const semver =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$'

/** The long form. Of anything else that a manifest holds nothing is kept. */
const longForm = Type.Object({
  name: Type.Optional(Type.String({ pattern: '\\S' })),
  version: Type.Optional(Type.String({ pattern: semver, maxLength: 256 })),
  publisher: ref,
  schema: Type.Unknown(),
  predicate: Type.Object({ language: Type.Literal('cel'), expression: Type.String({ minLength: 1 }) }),
  effect_grammar: Type.Array(
    Type.Object({
      effect_kind: Type.String({ minLength: 1 }),
      adapters: Type.Optional(words),
      modes: Type.Optional(words),
      sensitive: Type.Optional(Type.Boolean()),
    }),
    { maxItems: limits.evaluationEntriesMax },
  ),
  required_evidence: words,
  imports: Type.Array(
    Type.Object({
      capability_manifest: ref,
      manifest_hash: Type.Optional(Type.String({ pattern: '^sha256:[0-9a-f]{64}$' })),
    }),
    { maxItems: limits.manifestImportsMax },
  ),
  attestations: Type.Array(
    Type.Object({
      attestor: ref,
      statement_hash: Type.Optional(Type.String({ pattern: '^sha256:\\S' })),
      signature_hex: Type.Optional(Type.String({ pattern: '^(?:[0-9a-f]{2})+$' })),
    }),
    { maxItems: limits.evaluationEntriesMax },
  ),
})
/** The forms in words: a pattern helps nobody who sends a manifest. */
const forms: Readonly<Record<string, string>> = {
  [refPattern.source]: 'must be a reference <kind>:<identifier>',
  [semver]: 'must be a version of the form 1.0.0 (semver.org)',
  '\\S': 'must not be empty',
  '^sha256:[0-9a-f]{64}$': 'must be sha256: and 64 lower-case hex digits',
  '^sha256:\\S': 'must start with sha256: and be more than that',
  '^(?:[0-9a-f]{2})+$': 'must be lower-case hex digits in pairs',
}
const checkLongForm = Compile(longForm)
type LongForm = Static<typeof longForm>

/** Writes out the short forms, holds the shape, and answers the canonical form or the first fault. */
export function parseManifest(sent: Readonly<Record<string, unknown>>): ParsedManifest | Fault {
  const long = writeOut(sent)
  if (JSON.stringify(long).length > limits.manifestCharsMax)
    return { fault: `it is longer than ${limits.manifestCharsMax} characters as JSON` }
  if (!checkLongForm.Check(long)) return { fault: shapeFault(long) }
  if (typeof long.schema === 'string') {
    if (!isRef(long.schema)) return { fault: '/schema must be a JSON Schema 2020-12 or a reference to one' }
  } else {
    const fault = schemaFault(long.schema)
    if (fault !== undefined) return { fault: `/schema ${fault}` }
  }
  return canonical(long)
}

/** The short forms: one string in the place of an object. */
function writeOut(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { name, version, publisher, schema, predicate } = sent
  return {
    ...withoutNulls({ name, version, publisher, schema, predicate: predicateOf(predicate) }),
    effect_grammar: entriesOf(sent.effect_grammar, 'effect_kind'),
    required_evidence: sent.required_evidence ?? [],
    imports: entriesOf(sent.imports, 'capability_manifest'),
    attestations: entriesOf(sent.attestations, 'attestor'),
  }
}

function predicateOf(predicate: unknown): unknown {
  return isPredicateResult(predicate) ? { language: 'cel', expression: JSON.stringify(predicate) } : predicate
}

function entriesOf(list: unknown, key: string): unknown {
  if (list === null || list === undefined) return []
  if (!Array.isArray(list)) return list
  return list.map((entry: unknown) => {
    if (typeof entry === 'string') return { [key]: entry }
    return isObject(entry) ? withoutNulls(entry) : entry
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null is absence. */
function withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined),
  )
}

/** Paths hold declared names and positions alone, so nothing of the caller's is repeated. */
function shapeFault(long: unknown): string {
  const [first] = checkLongForm.Errors(long)
  if (first === undefined) return 'it is not of the documented shape'
  const { instancePath, params } = first
  const missing = 'requiredProperties' in params ? params.requiredProperties[0] : undefined
  if (missing !== undefined) return `${instancePath}/${missing} must be sent`
  const form = 'pattern' in params ? forms[String(params.pattern)] : undefined
  return `${instancePath} ${form ?? first.message}`
}

function canonical(long: LongForm): ParsedManifest {
  const { name = null, version = null, publisher, schema, predicate, required_evidence } = long
  const manifest: Manifest = {
    name,
    version,
    publisher,
    schema,
    predicate: { language: 'cel', expression: predicate.expression },
    effect_grammar: long.effect_grammar.map(({ effect_kind, adapters, modes, sensitive }) => ({
      effect_kind,
      adapters: adapters ?? null,
      modes: modes ?? null,
      sensitive: sensitive ?? false,
    })),
    required_evidence,
    imports: [...new Set(long.imports.map(({ capability_manifest }) => capability_manifest))],
    attestations: long.attestations.map(({ attestor, statement_hash, signature_hex }) => ({
      attestor,
      statement_hash: statement_hash ?? null,
      signature_hex: signature_hex ?? null,
    })),
  }
  const pins = long.imports.flatMap(({ capability_manifest, manifest_hash }) =>
    manifest_hash === undefined ? [] : [{ import: capability_manifest, manifest_hash }],
  )
  return { manifest, pins }
}
