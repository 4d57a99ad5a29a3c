import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf, refusals, statusOf, type RefusalCode } from '@membrane/contract'
import { refusalExamples } from '@membrane/contract/refusal-examples'
import { renderRefusalIndex, renderRefusalPage } from './refusal-pages.ts'

const codes = Object.keys(refusals) as RefusalCode[]

/** What a reader reads. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

test('every code has a page with its rule, what satisfies it, and both requests with their answers', () => {
  for (const code of codes) {
    const text = textOf(renderRefusalPage(code)!)
    const { guard_rule, satisfy } = refusalOf(code)
    const example = refusalExamples[code]
    const shown = example && [
      example.refused.path,
      `Answered ${statusOf(code)}, refused`,
      `"refusal_code": "${code}"`,
      example.passes.path,
      `Answered 200, ${example.passes.outcome}`,
    ]
    for (const words of [code, guard_rule, satisfy, ...(shown ?? ['production is closed'])])
      assert.ok(text.includes(words), `the page of ${code} lacks: ${words}`)
  }
})

test('what makes the difference is marked', () => {
  const page = renderRefusalPage('standing_grant_claim_mismatch')!
  const marked = [...page.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, html]) => textOf(html!).trim())
  assert.deepEqual(marked, ['"office": "authorised_signatory"', '"office": "managing_director"'])
})

test('operations that pass a code on are told apart from those that hold the rule', () => {
  const text = textOf(renderRefusalPage('standing_unknown')!)
  assert.match(
    text,
    /Who answers it\s+standing\.revoke\s+From their steps also reality\.commit reality\.promote/,
  )
})

test('the index names every code under its category', () => {
  const index = textOf(renderRefusalIndex())
  for (const code of codes) assert.ok(index.includes(`${code}${refusalOf(code).guard_rule}`), code)
})

test('nothing else has a page', () => {
  for (const word of ['', 'standing_unknwon', '__proto__', 'toString', 'constructor'])
    assert.equal(renderRefusalPage(word), undefined)
})
