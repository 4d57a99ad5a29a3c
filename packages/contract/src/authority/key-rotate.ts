import { exampleKey } from '../example-values.ts'
import { fixture, hash, integer, oneOf, ref, tenant, text } from '../field.ts'
import { limits } from '../limits.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { approvalCodes, wantedPresence } from './approvals.ts'

const invalid = { code: 'authority_key_public_key_invalid' } as const

export const keyRotate = operation({
  name: 'authority.keyRotate',
  summary:
    'Rotates a holder key; sessions that the old key holds are stale at once, and refused after the overlap.',
  method: 'POST',
  path: '/v1/authority/keys/rotate',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: {
    tenant,
    key: ref(),
    replacement_key: ref(),
    public_key_uncompressed_hex: text(invalid),
    public_key_algorithm: oneOf(['ES256'], invalid),
    human_presence_receipt: wantedPresence,
    reason_hash: hash(),
    overlap_seconds: integer(0, limits.keyOverlapSecondsMax),
    fixture: fixture(),
  },
  response: {
    key: is.anyRef,
    replacement_key: is.anyRef,
    public_key_hash: is.string,
    status: is.literal('rotated'),
    overlap_expires_at: is.timestamp,
    stale_sessions: is.anyRefs,
    stale_session_count: is.count,
    private_key_material_stored: is.no,
    standing_created: is.no,
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'authority_key_public_key_invalid',
    'human_presence_required',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
    ...approvalCodes,
    'authority_key_unchanged',
    'authority_key_already_rotated',
    'authority_key_holder_mismatch',
  ],
  example: {
    tenant: 'tenant_node:acme',
    key: 'key_registry:laptop',
    replacement_key: 'key_registry:laptop_2',
    public_key_uncompressed_hex: exampleKey,
    public_key_algorithm: 'ES256',
    human_presence_receipt: 'human_presence_receipt:01jd',
    reason_hash: 'sha256:yearly-rotation',
    overlap_seconds: 3600,
    fixture: true,
  },
})
