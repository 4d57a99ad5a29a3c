import { optional, ref, tenant, text, texts } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const humanAuthChallenge = operation({
  name: 'humanAuth.challenge',
  summary: 'Issues a challenge for a presence rehearsal: single use, five minutes.',
  method: 'POST',
  path: '/v1/human-auth/challenge',
  access: 'ceremony',
  state: 'staging-durable',
  outcome: 'verified',
  request: {
    tenant,
    subject: optional(ref()),
    relying_party_id: optional(text()),
    scopes: optional(texts()),
  },
  response: { challenge: is.anyRef, biometricMaterialSeenByGestalt: is.no },
  refusals: [],
  example: { tenant: 'tenant_node:acme', subject: 'human_person:ada', relying_party_id: 'acme.example' },
})
