import { operations } from '@membrane/contract'
import { admit, implement, refuseRecorded } from '../../admission/decision.ts'
import {
  enforceDecision,
  gateOf,
  judgeRate,
  readRate,
  recordEvaluation,
  refuseUnsoundLimits,
} from '../../admission/guards/rate.ts'

export const evaluateRateLimit = implement(operations['auth.rateLimitEvaluate'], {
  facts: async (input, view, at) => ({ rate: await readRate(view, input, input.route, at) }),

  decide: (input, { rate }, at) => {
    const unsound = refuseUnsoundLimits(input)
    if (unsound !== undefined) return unsound
    const verdict = judgeRate(input, rate, at)
    const { decision, retry_after_seconds } = verdict
    const evaluation = recordEvaluation(input, input, verdict, rate, at)
    const body = {
      auth_rate_limit_evaluation: evaluation.ref,
      policy: input.policy_ref,
      subject: input.subject,
      route: input.route,
      action: input.action,
      decision,
      allowed: decision === 'allow',
      retry_after_seconds,
      source_ip_hash: input.source_ip_hash,
      device_binding: input.device_binding,
    }
    if (decision === 'allow') {
      return admit({ ...body, failed_gate: null, enforced_in_runtime_overlay: false }, evaluation.writes)
    }
    const gate = gateOf(decision)
    const enforced_in_runtime_overlay = input.enforce_runtime_overlay === true
    const overlay = enforced_in_runtime_overlay
      ? [enforceDecision(input, decision, retry_after_seconds, rate, at)]
      : []
    const refused = { ...body, failed_gate: gate, enforced_in_runtime_overlay }
    return refuseRecorded(gate, refused, [...evaluation.writes, ...overlay])
  },
})
