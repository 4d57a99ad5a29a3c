import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import {
  allCodes,
  envelopeSchema,
  operations,
  refusalBodySchema,
  statusOf,
  type Envelope,
  type OperationName,
  type RefusalCode,
} from '@membrane/contract'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** An answer as a test reads it; `body` is open, since tests look at what they expect. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly envelope: Envelope
  readonly outcome: Envelope['outcome']
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever fields they expect
  readonly body: Record<string, any>
  readonly receipt: Envelope['receipt']
}

const envelope = Compile(envelopeSchema)
const refusalBody = Compile(refusalBodySchema)
const bodies = new Map(
  Object.entries(operations).map(([name, { response }]) => [name, Compile(Type.Object({ ...response }))]),
)
const fired = new Set<string>()

/** Holds an answer against its contract: envelope, body, declared codes, status. Remembers which code fired. */
export function checkAnswer(name: OperationName, answer: Answer): void {
  assert.ok(
    envelope.Check(answer.envelope),
    `${name} did not answer an envelope: ${JSON.stringify(answer.envelope)}`,
  )
  assert.equal(answer.headers.get('membrane-receipt'), answer.receipt.ref)
  assert.equal(answer.receipt.outcome, answer.outcome)
  if (answer.outcome === 'refused') return checkRefusal(name, answer)
  assert.equal(answer.status, 200)
  const body = bodies.get(name)!
  assert.ok(
    body.Check(answer.body),
    `${name}: ${JSON.stringify([...body.Errors(answer.body)])} in ${JSON.stringify(answer.body)}`,
  )
  const unknown = Object.keys(answer.body).filter((field) => !(field in operations[name].response))
  assert.deepEqual(unknown, [], `${name} answers fields that its contract does not name`)
}

function checkRefusal(name: OperationName, { body, status, receipt }: Answer): void {
  assert.ok(refusalBody.Check(body), `${name} refused without a refusal body: ${JSON.stringify(body)}`)
  const code = body.refusal_code as RefusalCode
  assert.ok(
    allCodes(operations[name]).includes(code),
    `${name} answers ${code}, which its contract does not declare`,
  )
  assert.equal(status, statusOf(code))
  const places = body.fields as unknown[] | undefined
  if (body.category === 'request') assert.notEqual(places?.length, 0, `${name} answers ${code} and not where`)
  assert.equal(receipt.reasons[0], code)
  const pair = `${name} ${code}`
  if (fired.has(pair)) return
  fired.add(pair)
  if (process.env.MEMBRANE_FIRED_FILE) appendFileSync(process.env.MEMBRANE_FIRED_FILE, `${pair}\n`)
}
