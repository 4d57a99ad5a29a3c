import {
  isRef,
  operations,
  type OperationName,
  type Receipt,
  type Ref,
  type RefusalCode,
} from '@membrane/contract'
import type { Accepted, Membrane, Result } from '@membrane/client'
import { Failure } from '../command.ts'
import { say, sayJson, type Io } from '../io.ts'

/** Where a journey plays: the client, names that no other journey uses, and the lines that it tells. */
export interface Stage {
  readonly membrane: Membrane
  readonly tenant: Ref
  /** Ends every name that must be the only one. */
  readonly mark: string
  /** Receipts of what was committed, in order. */
  readonly receipts: readonly Receipt[]
  /** Begins a chapter. */
  readonly chapter: (title: string) => void
  /** A step that must not be refused; answers its body. */
  readonly step: <Name extends OperationName>(call: Promise<Result<Name>>) => Promise<Accepted<Name>['body']>
  /** A step that must be refused with this code. */
  readonly refused: <Name extends OperationName>(
    call: Promise<Result<Name>>,
    code: RefusalCode,
  ) => Promise<void>
  /** A step that is no call of an operation. */
  readonly tell: (name: string, outcome: string, ref: string) => void
}

interface Line {
  readonly name: string
  readonly outcome: string
  readonly ref: string
}

export interface StageOptions {
  readonly membrane: Membrane
  readonly mark: string
  readonly json: boolean
}

export interface OpenStage extends Stage {
  /** How many steps were told. */
  readonly steps: () => number
}

/** A stage that tells its lines on standard output. */
export function openStage({ membrane, mark, json }: StageOptions, { stdout, paint }: Io): OpenStage {
  const receipts: Receipt[] = []
  let chapter = ''
  let steps = 0

  function tell({ name, outcome, ref }: Line, wanted: boolean, facts: object = {}): void {
    steps++
    if (json) return sayJson(stdout, { chapter, step: name, ok: wanted, outcome, ref, ...facts })
    const sign = wanted ? paint('green', '✓') : paint('red', '✗')
    say(
      stdout,
      `  ${sign} ${name.padEnd(nameWidth)} ${outcome.padEnd(outcomeWidth)} ${paint('dim', ref)}`.trimEnd(),
    )
  }

  function tellResult(result: Result, line: Line, wanted: boolean): void {
    const { receipt } = result
    if (receipt.commit !== null) receipts.push(receipt)
    tell(line, wanted, { receipt: receipt.ref, commit: receipt.commit })
  }

  return {
    membrane,
    mark,
    receipts,
    tenant: `tenant_node:journey_${mark}`,
    steps: () => steps,
    tell: (name, outcome, ref) => tell({ name, outcome, ref }, true),
    chapter(title) {
      chapter = title
      if (!json) say(stdout, paint('bold', title))
    },
    async step(call) {
      const result = await call
      const { operation: name, outcome } = result
      if (outcome !== 'refused') {
        tellResult(result, { name, outcome, ref: refOf(result) }, true)
        return result.body
      }
      tellResult(result, { name, outcome, ref: result.code }, false)
      throw new Failure(`the journey stops: ${name} was refused: ${result.code}: ${result.body.detail}`)
    },
    async refused(call, code) {
      const result: Result = await call
      const { operation: name, outcome } = result
      const met = outcome === 'refused' ? result.code : refOf(result)
      tellResult(result, { name, outcome, ref: met }, met === code)
      if (met !== code)
        throw new Failure(`the journey stops: ${name} answered ${met} where ${code} is the rule`)
    },
  }
}

const nameWidth = Math.max(...Object.keys(operations).map((name) => name.length))
const outcomeWidth = 'projected'.length

/** What an answer is about: the first reference of its body, or of a record in it. */
function refOf({ operation, body }: Accepted): string {
  const values = body as Readonly<Record<string, unknown>>
  const fields = Object.keys(operations[operation].response).map((field) => values[field])
  const refs = fields.map((value) => (value as { id?: unknown } | null)?.id ?? value)
  return (refs.find((value) => typeof value === 'string' && isRef(value)) as string | undefined) ?? ''
}
