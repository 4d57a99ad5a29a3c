import { isRehearsalAdapter, webhookAdapter } from '@membrane/contract'
import type { Delivered, Delivery, Outside } from '../admission/acts.ts'
import type { Recorder } from './recorder.ts'
import type { Webhook } from './webhook.ts'

/** Everything that effects can reach: the recorder under every name of rehearsal, the webhook where one is configured. */
export function createOutside(recorder: Recorder, webhook: Webhook | null): Outside {
  async function deliver(act: Delivery): Promise<Delivered> {
    if (act.fail) return { act, status: 'failed', reasons: ['effect_failure_rehearsed'] }
    if (act.adapter === webhookAdapter && webhook !== null) return webhook.deliver(act)
    return recorder.deliver(act)
  }

  return {
    adapter(name) {
      if (name === webhookAdapter) return webhook?.traits
      return isRehearsalAdapter(name) ? recorder.traits(name) : undefined
    },
    perform: deliver,
  }
}
