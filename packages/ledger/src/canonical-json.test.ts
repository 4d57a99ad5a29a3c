import assert from 'node:assert/strict'
import { test } from 'node:test'
import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { canonicalJson } from './canonical-json.ts'

test('agrees with an independent implementation', () => {
  const values = fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 })
  fc.assert(
    fc.property(values, (value) => assert.equal(canonicalJson(value), canonicalize(value))),
    { numRuns: 2000 },
  )
})

test('the examples of RFC 8785 §3.2.2 and §3.2.3', () => {
  const written = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`
  assert.equal(
    canonicalJson(JSON.parse(written)),
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
      String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
  const keys = ['\r', '1', '\u0080', 'ö', '€', '\u{1f600}', '\ufb33']
  const object = Object.fromEntries(keys.toReversed().map((key) => [key, 0]))
  assert.deepEqual(
    [...canonicalJson(object).matchAll(/"([^"]+)":/g)].map((match) => JSON.parse(`"${match[1]}"`)),
    keys,
  )
})

test('the numbers of RFC 8785 appendix B', () => {
  const numbers: readonly [bits: bigint, text: string][] = [
    [0x0000000000000000n, '0'],
    [0x8000000000000000n, '0'],
    [0x0000000000000001n, '5e-324'],
    [0x8000000000000001n, '-5e-324'],
    [0x7fefffffffffffffn, '1.7976931348623157e+308'],
    [0xffefffffffffffffn, '-1.7976931348623157e+308'],
    [0x4340000000000000n, '9007199254740992'],
    [0xc340000000000000n, '-9007199254740992'],
    [0x4430000000000000n, '295147905179352830000'],
    [0x44b52d02c7e14af5n, '9.999999999999997e+22'],
    [0x44b52d02c7e14af6n, '1e+23'],
    [0x44b52d02c7e14af7n, '1.0000000000000001e+23'],
    [0x444b1ae4d6e2ef4en, '999999999999999700000'],
    [0x444b1ae4d6e2ef4fn, '999999999999999900000'],
    [0x444b1ae4d6e2ef50n, '1e+21'],
    [0x3eb0c6f7a0b5ed8cn, '9.999999999999997e-7'],
    [0x3eb0c6f7a0b5ed8dn, '0.000001'],
    [0x41b3de4355555553n, '333333333.3333332'],
    [0x41b3de4355555554n, '333333333.33333325'],
    [0x41b3de4355555555n, '333333333.3333333'],
    [0x41b3de4355555556n, '333333333.3333334'],
    [0x41b3de4355555557n, '333333333.33333343'],
    [0xbecbf647612f3696n, '-0.0000033333333333333333'],
    [0x43143ff3c1cb0959n, '1424953923781206.2'],
  ]
  const view = new DataView(new ArrayBuffer(8))
  for (const [bits, text] of numbers) {
    view.setBigUint64(0, bits)
    assert.equal(canonicalJson(view.getFloat64(0)), text)
  }
})

test('sorts keys by UTF-16 code units, numbers among them', () => {
  assert.equal(canonicalJson({ 9: 1, 10: 2, b: 3, B: 4, '': 5 }), '{"":5,"10":2,"9":1,"B":4,"b":3}')
  assert.equal(canonicalJson({ ['__proto__']: 1, a: 2 }), '{"__proto__":1,"a":2}')
})

test('leaves out properties that are undefined', () => {
  assert.equal(canonicalJson({ a: undefined, b: 1, c: undefined }), '{"b":1}')
})

test('throws for what JSON cannot carry', () => {
  const cycle: unknown[] = []
  cycle.push(cycle)
  const values = [
    undefined,
    () => 1,
    Symbol('s'),
    1n,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '\ud800',
    'a\udc00b',
  ]
  const containers = [[undefined], Array(1), { a: () => 1 }, { '\ud800': 1 }, { a: [{ b: '\udfff' }] }, cycle]
  const instances = [new Date(0), new Map(), new URL('x:y'), Object(1)]
  for (const value of [...values, ...containers, ...instances])
    assert.throws(() => canonicalJson(value), TypeError)
})

test('takes 64 containers inside each other and no more', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? 1 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) }
  assert.equal(canonicalJson(nested(64)).length, 32 * '[]'.length + 32 * '{"a":}'.length + 1)
  assert.throws(() => canonicalJson(nested(65)), TypeError)
})

test('takes plain objects without a prototype and of another realm', async () => {
  const { runInNewContext } = await import('node:vm')
  assert.equal(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 })), '{"a":2,"b":1}')
  assert.equal(canonicalJson(runInNewContext('({ b: [1], a: {} })')), '{"a":{},"b":[1]}')
})
