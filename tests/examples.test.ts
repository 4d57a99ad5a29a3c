import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { examplesUrl } from '../scripts/golden-files.ts'
import { recordExamples } from '../scripts/record-examples.ts'
import { steady } from '../scripts/steady.ts'

test('the example of every operation is what the journey meets today, and holds no secret', async () => {
  const committed = readFileSync(examplesUrl, 'utf8')
  const { text, secrets } = await recordExamples()
  assert.equal(steady(committed), steady(text), 'run npm run golden and read the diff: an answer has changed')
  const issued = [...secrets].filter((secret) => secret !== fixtureTokens.primary)
  assert.ok(issued.length >= 4, 'sessions were issued, and a tenant was onboarded')
  for (const secret of issued) assert.ok(!text.includes(secret))
  assert.doesNotMatch(committed, /mbx_|"(?:credential|assertion|enrolment_token|bearer_token)": [^"n]/)
})

test('only random parts are steadied, and alike parts alike', () => {
  const [one, other] = ['01kv5je8g06bsaz4b9tffz3e3g', '01kv5je8g076dd8ncydg0tk2rw']
  assert.equal(steady(`a:${one} b:${other} c:${one}_revoked`), 'a:#1 b:#2 c:#1_revoked')
  const words =
    '{ "human_presence_receipt_subject_mismatch": "humanAuth.passkeyRegistrationOptions", "n": 12.5 }'
  assert.equal(steady(words), words)
})
