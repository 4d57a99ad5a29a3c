import {
  EffectAttempt,
  EffectIntent,
  EffectOutbox,
  EffectReceipt,
  limits,
  operations,
  type AdapterTraits,
  type EffectAttemptState,
  type EffectOutboxState,
} from '@membrane/contract'
import { admit, implement, type Atom, type Context, type View } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import { readCursor, writeCursor } from '../../admission/guards/commit-entry.ts'
import { isLost, isRunning, type Found } from './attempts.ts'

export const effectOutbox = implement(operations['effect.outbox'], {
  facts: async (input, view, at) => {
    const before = readCursor(input.cursor)
    if (before === undefined) return undefined
    const limit = input.limit ?? limits.commitsPageDefault
    const query = { before, limit: limit + 1, operation: 'effect.intent' }
    const commits = await view.log.commits(at.tenant, query)
    const page = commits.slice(0, limit)
    const intents = page.flatMap(({ atoms }) => atoms).filter(({ kind }) => kind === EffectIntent.kind)
    const { counts } = await view.log.head(at.tenant)
    return {
      found: await Promise.all(intents.map(({ ref }) => readIntent(ref, view))),
      next: commits.length > limit ? writeCursor(page.at(-1)!.sequence) : null,
      intents: counts.get(EffectIntent.kind) ?? 0,
      executed: counts.get(EffectReceipt.kind) ?? 0,
    }
  },

  decide: (input, facts, at) => {
    if (facts === undefined)
      return refuseField('query_malformed', 'cursor', 'must be the nextCursor of an earlier page')
    const { found, next, intents, executed } = facts
    const lines = found.map((each) => lineOf(each, at))
    return admit({
      counts: { intents, executed, open: intents - executed },
      intents: lines.filter(({ status }) => input.status === undefined || input.status === status),
      nextCursor: next,
      hasMore: next !== null,
    })
  },
})

async function readIntent(ref: string, view: View): Promise<Found> {
  const intent = (await view.get(EffectIntent, ref))!
  const outbox = (await view.get(EffectOutbox, intent.state.effect_outbox))!
  const last = await view.get(EffectAttempt, outbox.state.attempt ?? undefined)
  return { intent, outbox, last }
}

/** A lease that has run out shows as what it means, before a dispatch writes it down. */
function lineOf({ intent, outbox, last }: Found, at: Context) {
  const { subject, effect_kind, adapter, mode, dry_run, sensitive } = intent.state
  const { state } = outbox
  const status = isLost(state) && !isRunning(state, at) ? 'indeterminate' : state.status
  return {
    effectIntent: intent.ref,
    effectOutbox: outbox.ref,
    subject,
    effectKind: effect_kind,
    adapter,
    mode,
    dryRun: dry_run,
    sensitive,
    status,
    attempts: state.attempts,
    lastAttempt: last === undefined ? null : attemptLine(last, status),
    leaseExpiresAt: state.lease_expires_at,
    effectReceipt: state.effect_receipt,
    nextStep: nextStep(status, dry_run ? rehearsed : at.adapter(adapter)),
  }
}

function attemptLine({ ref, state }: Atom<EffectAttemptState>, status: EffectOutboxState['status']) {
  const { reasons, started_at, ended_at } = state
  const shown = status === 'indeterminate' ? status : state.status
  return { effectAttempt: ref, status: shown, reasons, startedAt: started_at, endedAt: ended_at }
}

/** An act that may have happened is repeated only where a repeat cannot be a second act. */
function nextStep(
  status: EffectOutboxState['status'],
  adapter: Pick<AdapterTraits, 'takesKeys'> | undefined,
): 'dispatch' | 'wait' | 'configure_adapter' | 'reconcile' | 'none' {
  if (status === 'executed') return 'none'
  if (status === 'dispatching') return 'wait'
  if (adapter === undefined) return 'configure_adapter'
  return status === 'indeterminate' && !adapter.takesKeys ? 'reconcile' : 'dispatch'
}

/** A dry run calls nobody, whatever its adapter. */
const rehearsed = { takesKeys: true }
