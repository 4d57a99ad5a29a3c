import { limits, operations, Presence, type PresenceState } from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'
import { secondsAfter } from '../../admission/guards/later.ts'

const failures = {
  'different-person': 'human_auth_face_match_rejected',
  'low-quality': 'human_auth_face_match_low_quality',
  spoof: 'human_auth_face_match_spoof_detected',
} as const

export const faceMatch = implement(operations['humanAuth.faceMatchFallback'], {
  decide: ({ subject = null, scenario = 'same-person' }, _, at) => {
    if (at.gated && at.caller.builtIn === null) return refuse('human_auth_assertion_required')
    if (scenario !== 'same-person') return refuse(failures[scenario])
    const cpuFaceMatchReceipt = at.mint('cpu_face_match_receipt')
    const state: PresenceState = {
      subject,
      passkey_binding: null,
      scopes: [],
      challenge: null,
      ceremony: 'face_match',
      expires_at: secondsAfter(at, limits.presenceSeconds),
      consumed_by: [],
    }
    return admit({ cpuFaceMatchReceipt }, [create(Presence, cpuFaceMatchReceipt, state)])
  },
})
