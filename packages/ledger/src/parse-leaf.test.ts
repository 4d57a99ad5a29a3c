import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utf8, utf8Text } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { LedgerError } from './errors.ts'
import { textDigest } from './hasher.ts'
import { parseLeaf } from './parse-leaf.ts'
import { sampleLeaf } from './testing/sample-log.ts'

const good = sampleLeaf(3)
const fields = JSON.parse(utf8Text(good)) as Record<string, unknown>

function refuses(value: string | Uint8Array, message: RegExp): void {
  assert.throws(
    () => parseLeaf(typeof value === 'string' ? utf8(value) : value),
    (error) => error instanceof LedgerError && message.test(error.message),
  )
}

test('a leaf parses to its fields', () => {
  assert.deepEqual({ ...parseLeaf(good) }, fields)
})

test('what is not canonical JSON of an object is refused', () => {
  const text = utf8Text(good)
  refuses('', /not JSON/)
  refuses('[]', /not a JSON object/)
  refuses('null', /not a JSON object/)
  refuses(Uint8Array.of(0xff), /UTF-8/)
  refuses(` ${text}`, /canonical/)
  refuses(`${text}\n`, /canonical/)
  refuses(`\ufeff${text}`, /not JSON/)
  refuses(text.replace('"actor"', String.raw`"\u0061ctor"`), /canonical/)
  refuses(text.replace('{"actor":', '{"actor":"human:other","actor":'), /canonical/)
  refuses(text.replace('"human:ada"', String.raw`"\ud800"`), /canonical/)
  refuses(`{"v":"membrane/commit/v1",${text.slice(1, -1).replace(/,"v":.*$/, '')}}`, /canonical/)
  refuses('['.repeat(4000) + ']'.repeat(4000), /not a JSON object/)
  refuses('x'.repeat(8193), /8 KiB/)
})

test('a field that is missing, strange or not of its form is refused', () => {
  const nested = JSON.parse('['.repeat(70) + ']'.repeat(70)) as unknown
  for (const field of Object.keys(fields)) {
    const { [field]: _, ...without } = fields
    refuses(canonicalJson(without), /has no|not of its form/)
    for (const wrong of [1.5, true, {}, [1], 'nonsense\n', nested]) {
      if (
        typeof wrong === 'string' &&
        typeof fields[field] === 'string' &&
        !/^(v|sequence|.*_(at|digest))$/.test(field)
      )
        continue
      refuses(JSON.stringify({ ...fields, [field]: wrong }), /not of its form|has no/)
    }
  }
  refuses(canonicalJson({ ...fields, more: 1 }), /no commit has/)
  for (const sequence of ['03', '-1', '1e3', '9007199254740992', '']) {
    refuses(canonicalJson({ ...fields, sequence }), /sequence/)
  }
  refuses(canonicalJson({ ...fields, committed_at: '2026-02-30T00:00:00.000Z' }), /committed_at/)
  refuses(canonicalJson({ ...fields, v: 'membrane/commit/v2' }), /v that is not/)
})

test('a list is there in full or as its count and digest, never both', () => {
  const { atoms, ...rest } = fields
  const short = { atoms_count: 40, atoms_digest: textDigest('') }
  assert.equal(parseLeaf(utf8(canonicalJson({ ...rest, ...short }))).atoms_count, 40)
  refuses(canonicalJson({ ...rest, atoms, ...short }), /no commit has/)
  refuses(canonicalJson({ ...rest, atoms_count: 40 }), /atoms_digest/)
  const cause = { ref: 'a:1', version: 1 }
  refuses(canonicalJson({ ...fields, causes: Array.from({ length: 33 }, () => cause) }), /causes/)
  for (const entry of [{ ref: 'a:1' }, { ...cause, more: 1 }, { ...cause, version: '1' }, null, []]) {
    refuses(canonicalJson({ ...fields, causes: [entry] }), /causes/)
  }
})
