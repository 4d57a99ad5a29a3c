import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCelError, run } from '@bufbuild/cel'
import { predicateResults } from '@membrane/contract'
import * as fc from 'fast-check'
import { celValues, readContext } from './context.ts'
import { checkPredicate, evaluatePredicate } from './predicate.ts'

/** Another implementation of CEL, by other people, is asked the same. */
function oracle(expression: string, context: Record<string, unknown>): unknown {
  const result = run(expression, context as Parameters<typeof run>[1])
  return isCelError(result) ? undefined : result
}

const names = ['amount', 'kind', 'tags', 'lines', 'missing'] as const
const words = [
  '',
  'a',
  'ab',
  'invoice',
  'é',
  '𝒳',
  'human_person:ada',
  'evidence_bundle:a',
  'evidence_bundle:ab',
]
const word = fc.constantFrom(...words)
const scalar = fc.oneof(
  word,
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, -0.5, 1e21, 2 ** 53, Number.MAX_SAFE_INTEGER),
  fc.boolean(),
)
/** No null: the oracle takes a field that is null for one that is absent, where the language does not. */
const value = fc.oneof(
  scalar,
  fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  fc.array(word, { maxLength: 3 }),
  fc.array(fc.dictionary(fc.constantFrom('net', 'tax'), fc.integer({ min: 0, max: 3 })), { maxLength: 3 }),
)
const contexts = fc.record({
  subject: fc.constantFrom('human_person:ada', 'human_person:bob'),
  evidence_refs: fc.array(fc.constantFrom('evidence_bundle:a', 'evidence_bundle:ab', 'other:c'), {
    maxLength: 4,
  }),
  candidate_atom: fc.record({
    kind: word,
    fields: fc.dictionary(fc.constantFrom(...names.slice(0, -1)), value, { maxKeys: 4 }),
  }),
})

const literal = (text: string): string => JSON.stringify(text)
const number = fc.oneof(
  fc.integer({ min: -4, max: 4 }).map(String),
  fc.constantFrom('0.5', '-0.5', '1e21', '9223372036854775807'),
)
const field = fc.constantFrom(...names).map((name) => `candidate_atom.fields.${name}`)
const text = fc.oneof(word.map(literal), fc.constantFrom('subject', 'mandate'))
const list = fc.oneof(
  fc.constant('evidence_refs'),
  fc.array(word.map(literal), { minLength: 1, maxLength: 3 }).map((entries) => `[${entries.join(', ')}]`),
  field,
)

const { condition } = fc.letrec<{ condition: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom('true', 'false'),
    fc.tuple(text, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), text).map((parts) => parts.join(' ')),
    fc
      .tuple(field, fc.constantFrom('==', '!=', '<', '>='), fc.oneof(number, text))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(field, fc.constantFrom('==', '!='), fc.oneof(field, fc.constant('null')))
      .map((parts) => parts.join(' ')),
    fc.tuple(fc.oneof(text, field), list).map(([sought, range]) => `${sought} in ${range}`),
    fc.tuple(number, field).map(([sought, range]) => `${sought} in ${range}`),
    field.map((path) => `has(${path})`),
    fc.tuple(list, fc.integer({ min: 0, max: 3 })).map(([range, size]) => `size(${range}) > ${size}`),
    fc
      .tuple(text, fc.constantFrom('startsWith', 'endsWith', 'contains'), word)
      .map(([of, name, part]) => `${of}.${name}(${literal(part)})`),
  ),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('condition').map((inner) => `!(${inner})`),
    fc.tuple(tie('condition'), tie('leaf'), tie('leaf')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc
      .tuple(list, fc.constantFrom('all', 'exists', 'exists_one'), tie('leaf'), word)
      .map(([range, name, inner, part]) => `${range}.${name}(e, e == ${literal(part)} || ${inner})`),
    fc.tuple(list, tie('leaf')).map(([range, inner]) => `size(${range}.filter(e, e != "a" && ${inner})) > 0`),
  ),
}))

const result = fc.constantFrom(...predicateResults).map(literal)
const predicates = fc
  .tuple(condition, result, condition, result, result)
  .map(([first, one, second, two, three]) => `${first} ? ${one} : ${second} ? ${two} : ${three}`)

test('an admitted predicate answers what another implementation of CEL answers, and fails where it fails', () => {
  const seen = { admitted: 0, answered: 0, failed: 0 }
  fc.assert(
    fc.property(predicates, contexts, (expression, sent) => {
      const context = readContext({ context: sent })
      assert.ok(!('fault' in context))
      if ('why' in checkPredicate(expression)) return
      seen.admitted++
      const values = celValues(context)
      const ours = evaluatePredicate(expression, values)
      seen[ours === undefined ? 'failed' : 'answered']++
      assert.equal(ours, oracle(expression, values), `${expression} over ${JSON.stringify(sent)}`)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(seen.answered > 300 && seen.failed > 100, `the property held nothing: ${JSON.stringify(seen)}`)
})
