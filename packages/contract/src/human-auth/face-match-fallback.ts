import { oneOf, optional, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const faceMatchFallback = operation({
  name: 'humanAuth.faceMatchFallback',
  summary: 'Rehearses a one-to-one face match with explicit consent; no picture ever reaches the runtime.',
  method: 'POST',
  path: '/v1/human-auth/face-match',
  access: 'ceremony',
  state: 'shape-only',
  outcome: 'admitted',
  request: {
    tenant,
    subject: optional(ref()),
    consent_ref: ref(undefined, { code: 'human_auth_face_match_consent_missing' }),
    scenario: optional(oneOf(['same-person', 'different-person', 'low-quality', 'spoof'])),
  },
  response: {
    cpuFaceMatchReceipt: is.anyRef,
    standingCreated: is.no,
    rawImagesStored: is.no,
    biometricTemplatesStored: is.no,
    oneToManySearch: is.no,
  },
  refusals: [
    'human_auth_face_match_consent_missing',
    'human_auth_assertion_required',
    'human_auth_face_match_rejected',
    'human_auth_face_match_low_quality',
    'human_auth_face_match_spoof_detected',
  ],
  example: {
    tenant: 'tenant_node:acme',
    subject: 'human_person:ada',
    consent_ref: 'consent:01jd',
    scenario: 'same-person',
  },
})
