import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { refusalOf, refusals, type RefusalCode } from '@membrane/contract'
import { refusalExamples } from '@membrane/contract/refusal-examples'
import { scenarios } from './all.ts'
import { Stage } from './stage.ts'

const codes = Object.keys(refusals) as RefusalCode[]

test('every code has a scenario, but those of production alone', () => {
  const silent = codes.filter((code) => scenarios[code] === undefined)
  assert.deepEqual(
    silent,
    codes.filter((code) => refusalOf(code).production_only === true),
    'a code without a scenario in tests/refusals, or one for production only that has one',
  )
  assert.deepEqual(
    Object.keys(refusalExamples),
    codes.filter((code) => scenarios[code] !== undefined),
  )
})

suite('what the pages show is what happens', () => {
  for (const code of codes) {
    const scenario = scenarios[code]
    if (scenario === undefined) continue
    test(code, async () => {
      const seen = await Stage.play(code, scenario)
      assert.deepEqual(seen, refusalExamples[code], 'run npm run golden and read the diff')
    })
  }
})

test('nothing secret is on record', () => {
  const record = JSON.stringify(refusalExamples)
  for (const secret of [
    /mb[xe]_/,
    /"attestationObject"/,
    /"authenticatorData"/,
    /"clientDataJSON"/,
    /private_key":"-/,
  ])
    assert.doesNotMatch(record, secret)
})
