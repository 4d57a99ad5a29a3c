import type { OperationName } from '@membrane/contract'
import type { Committed, Store } from '../store/port.ts'
import type { Attempt, Ending } from './attempt.ts'
import type { Context } from './decision.ts'
import type { KeptAnswer } from './idempotency.ts'
import type { Prepared } from './prepared.ts'
import { refusalAnswer, type Answer, type Place, type RefusalContext, type WrittenRecord } from './respond.ts'

/** Turns the ending of a call into its answer: the body, and every field that the commit fills. */
export function createAnswers(store: Store, prepared: (name: OperationName) => Prepared) {
  function placeOf(at: Context, committed: Committed | null, records: readonly WrittenRecord[]): Place {
    const { durable, storage } = store
    return { durable, storage, signer: at.signer, committed, records, steps: [] }
  }

  async function storedPlace(at: Context, commit: string): Promise<Place> {
    const stored = await store.commitOf(at.tenant, commit)
    return placeOf(at, stored ?? null, stored?.atoms ?? [])
  }

  function stepOf(name: OperationName, answer: KeptAnswer, place: Place): Record<string, unknown> {
    const { envelope } = prepared(name).respond.answer(answer, place, false)
    const { operation, outcome, body, receipt } = envelope
    return { operation, outcome, body, receipt }
  }

  async function replay(
    at: Context,
    { respond }: Prepared,
    answer: KeptAnswer,
    commit: string,
  ): Promise<Answer> {
    const steps: Record<string, unknown>[] = []
    for (const step of answer.steps) {
      steps.push(stepOf(step.operation, step.answer, await storedPlace(at, step.commit)))
    }
    return respond.answer(answer, { ...(await storedPlace(at, commit)), steps }, true)
  }

  return async function answerOf(
    ended: Ending,
    { at, prepared: called }: Attempt,
    head: RefusalContext,
  ): Promise<Answer> {
    const { respond } = called
    if (ended.kind === 'replayed') return replay(at, called, ended.answer, ended.commit)
    if (ended.kind === 'refused') {
      const { own, refused } = ended
      const place = placeOf(at, own?.committed ?? null, own?.unit.atoms ?? [])
      const context = { ...head, detail: refused.detail, facts: refused.facts, committed: place.committed }
      if (refused.body === undefined) return refusalAnswer(refused.code, context)
      return respond.refusal(refused.code, refused.body, place, context)
    }
    const { answer } = ended
    const entry = ended.own ?? ended.steps.at(-1)
    const place = placeOf(at, entry?.committed ?? null, entry?.unit.atoms ?? [])
    const steps = answer.steps.map((step, index) => {
      const { committed, unit } = ended.steps[index]!
      return stepOf(step.operation, step.answer, placeOf(at, committed, unit.atoms))
    })
    return respond.answer(answer, { ...place, steps }, false)
  }
}
