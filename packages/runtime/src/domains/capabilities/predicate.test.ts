import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isPredicateResult, limits } from '@membrane/contract'
import * as fc from 'fast-check'
import { celValues, readContext } from './context.ts'
import { checkPredicate, evaluatePredicate } from './predicate.ts'

function contextOf(input: object): Record<string, unknown> {
  const context = readContext(input)
  assert.ok(!('fault' in context), JSON.stringify(context))
  return celValues(context)
}

const refs = Array.from({ length: 256 }, (_, at) => `evidence_bundle:invoice_${at}`)
const context = contextOf({
  subject: 'human_person:ada',
  evidence_refs: refs,
  candidate_atom: {
    kind: 'invoice',
    fields: {
      amount: 4200,
      rate: 1.5,
      paid: true,
      note: null,
      allowed: refs,
      lines: [{ net: 1 }, { net: 2 }],
    },
  },
})
const fields = 'candidate_atom.fields'
const judged = (condition: string): string => `${condition} ? "holds" : "refuses"`

suite('predicates that people write are admitted and answer', () => {
  const answers: Readonly<Record<string, string | undefined>> = {
    '"position_only"': 'position_only',
    [judged('size(evidence_refs) == 256')]: 'holds',
    [judged('subject == "human_person:ada" && candidate_atom.kind == "invoice"')]: 'holds',
    [judged('mandate != ""')]: 'refuses',
    [judged(`has(${fields}.amount) && ${fields}.amount <= 5000`)]: 'holds',
    [judged(`has(${fields}.missing) && ${fields}.missing <= 5000`)]: 'refuses',
    [judged(`${fields}["rate"] > 1`)]: 'holds',
    [judged(`${fields}.amount in [4200, 4300]`)]: 'holds',
    [judged(`${fields}.lines.all(line, line.net > 0)`)]: 'holds',
    [judged(`${fields}.lines.exists_one(line, line.net == 2)`)]: 'holds',
    [judged('evidence_refs.exists(e, e.startsWith("evidence_bundle:invoice"))')]: 'holds',
    [judged('evidence_refs.filter(e, e.endsWith("_7")).size() == 1')]: 'holds',
    [judged('evidence_refs.exists(e, e.contains("payment"))')]: 'refuses',
    [judged(`evidence_refs.all(e, e in ${fields}.allowed)`)]: 'holds',
    [judged('["a", "b"].exists(x, ["b", "c"].exists(y, x == y))')]: 'holds',
    [`${fields}.amount > 9000 ? "refuses" : ${fields}.amount > 4000 ? "requires_discretion" : "holds"`]:
      'requires_discretion',
    [judged(`${fields}.amount > -1 && !${fields}.paid`)]: 'refuses',
    [judged(`${fields}.missing == 1`)]: undefined,
    [judged(`${fields}.amount`)]: undefined,
    [judged(`${fields}.amount < "x"`)]: undefined,
    [judged('evidence_refs[256] == ""')]: undefined,
  }
  for (const [expression, expected] of Object.entries(answers)) {
    test(expression, () => {
      const checked = checkPredicate(expression)
      assert.ok('cost' in checked, JSON.stringify(checked))
      assert.equal(evaluatePredicate(expression, context), expected)
    })
  }
})

suite('hostile predicates are refused before anybody evaluates them', () => {
  const nested = (open: string, close: string, deep: number): string =>
    judged(`${open.repeat(deep)}true${close.repeat(deep)}`)
  const hostile: Readonly<Record<string, string>> = {
    empty: '',
    'no text at all': ' '.repeat(10),
    'longer than a predicate may be': `"holds"${' '.repeat(limits.predicateCharsMax)}`,
    'deep parentheses': nested('(', ')', 2_000),
    'deep lists': nested('size([', ']) == 1', 200),
    'deep negation': nested('!', '', 4_000),
    'deep choices': `${'true ? '.repeat(500)}"holds"${' : "refuses"'.repeat(500)}`,
    'a leaf that is no result': judged('true').replace('refuses', 'allows'),
    'a leaf that is computed': 'subject',
    'a leaf that is a list': '["holds"]',
    'a leaf that is concatenated': '"ho" + "lds"',
    'a regular expression': judged('subject.matches("(a+)+$")'),
    'the clock': judged('timestamp("2026-01-01T00:00:00Z") < timestamp("2027-01-01T00:00:00Z")'),
    'a conversion': judged('int("9") == 9'),
    'a type': judged('type(subject) == string'),
    'a binding': 'cel.bind(x, subject, "holds")',
    'an undeclared variable': judged('session == ""'),
    'a global of the language': judged('google.protobuf.Duration == subject'),
    'a prototype of the host': judged('__proto__ == subject'),
    'a constructor of the host': judged('constructor == subject'),
    'a method of the host': judged('subject.toString() == ""'),
    'a method called on a prototype': judged('evidence_refs.__proto__.size() == 0'),
    'a name hidden': judged('evidence_refs.all(subject, subject == "")'),
    'a name hidden twice': judged('evidence_refs.all(e, ["a"].all(e, e == ""))'),
    'a name out of its scope': judged('evidence_refs.all(e, true) && e == ""'),
    'an integer past 64 bits': judged('9223372036854775808 > 0'),
    'an integer below 64 bits': judged('-9223372036854775809 < 0'),
    'arithmetic that overflows': judged('9223372036854775807 + 1 > 0'),
    'a negation that overflows': judged(`-${fields}.amount > 0`),
    'a division by zero': judged('1 / 0 == 1'),
    'a text that grows': judged('(subject + subject) == ""'),
    'a list that grows': judged('size(evidence_refs + evidence_refs) > 1'),
    'a list that is made anew': judged('evidence_refs.map(e, evidence_refs).size() > 1'),
    'a list too long': judged(`1 in [${Array(200).fill(1).join(', ')}]`),
    'a map': judged('{"a": 1}.a == 1'),
    'a map of the host': judged('{"__proto__": 1}.x == 1'),
    bytes: judged('b"a" == b"b"'),
    'an unsigned integer': judged('1u == 1u'),
    'an evidence by evidence comparison': judged('evidence_refs.all(a, evidence_refs.all(b, a == b))'),
    'three comprehensions deep': judged('["a"].all(a, ["b"].all(b, ["c"].all(c, a == c)))'),
    'a hundred comprehensions': judged(Array(100).fill('evidence_refs.all(a, size(a) > 0)').join(' && ')),
    'a search for a text of the caller': judged('subject.contains(mandate)'),
    'an order of texts and numbers': judged('subject < 1'),
    'a condition that is a text': judged('subject'),
    'fields of a text': judged('subject.length > 1'),
    'an optional': judged('optional.of(1).hasValue()'),
    'what is no CEL': 'holds',
    'another statement': '"holds"; "holds"',
    'an ill-formed text': '"holds',
  }
  for (const [name, expression] of Object.entries(hostile)) {
    test(name, () => {
      const checked = checkPredicate(expression)
      assert.ok('why' in checked, `${name} was admitted at ${JSON.stringify(checked)}`)
      assert.equal(evaluatePredicate(expression, context), undefined)
      assert.ok(checked.at >= 0 && checked.at <= Math.max(expression.length, limits.predicateCharsMax))
    })
  }
})

test('names of the host that are admitted as fields reach nothing of it', () => {
  const hostile = contextOf({ candidate_atom: { fields: JSON.parse('{"__proto__": {"polluted": true}}') } })
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'polluted', 'size', 'get']) {
    const expression = judged(`has(${fields}.${name})`)
    assert.ok('cost' in checkPredicate(expression))
    assert.equal(evaluatePredicate(expression, hostile), 'refuses')
    assert.equal(evaluatePredicate(judged(`${fields}["${name}"] == 1`), hostile), undefined)
  }
  assert.equal(evaluatePredicate(judged(`${fields}["__proto__"].polluted`), hostile), 'holds')
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
})

test('a predicate pays for the errors that it drops', () => {
  const costOf = (expression: string): number => {
    const checked = checkPredicate(judged(expression))
    assert.ok('cost' in checked, JSON.stringify(checked))
    return checked.cost
  }
  const sure = costOf('evidence_refs.exists(e, e == subject)')
  const failing = costOf(`evidence_refs.exists(e, e == ${fields}.x)`)
  assert.ok(failing > sure + 256 * 200)
  const dropped = Array(60).fill(`${fields}.x == 1`).join(' || ')
  assert.ok('why' in checkPredicate(judged(`evidence_refs.exists(e, ${dropped})`)))
})

test('whatever is sent as a predicate is refused or answers one of the eight results', () => {
  const names = ['"holds"', 'subject', 'evidence_refs', 'candidate_atom', '.fields', 'e', '1', '1.5', 'null']
  const signs = [
    '.all(',
    'has(',
    'size(',
    ',',
    ')',
    '(',
    '[',
    ']',
    '?',
    ':',
    '&&',
    '==',
    'in',
    '!',
    '-',
    '"',
    '{',
  ]
  const token = fc.constantFrom(...names, ...signs)
  const source = fc.oneof(
    fc.string(),
    fc.array(token, { maxLength: 30 }).map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(source, (expression) => {
      const checked = checkPredicate(expression)
      if ('why' in checked) return assert.ok(checked.why !== '' && checked.at >= 0)
      const answer = evaluatePredicate(expression, context)
      assert.ok(answer === undefined || isPredicateResult(answer))
    }),
    { numRuns: 5_000 },
  )
})
