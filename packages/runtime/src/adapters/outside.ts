import { isRehearsalAdapter, webhookAdapter } from '@membrane/contract'
import type { Delivered, Delivery, Outside, Restore, Restored } from '../admission/acts.ts'
import type { Recorder } from './recorder.ts'
import type { Webhook } from './webhook.ts'

interface OutsideOptions {
  readonly recorder: Recorder
  /** Null where the operator configured none. */
  readonly webhook: Webhook | null
  readonly restore: (act: Restore) => Promise<Restored>
}

/** Everything that acts can reach: the recorder under every name of rehearsal, the webhook, the scratch store of restores. */
export function createOutside({ recorder, webhook, restore }: OutsideOptions): Outside {
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
    perform: async (act) => (act.do === 'restore' ? restore(act) : deliver(act)),
  }
}
