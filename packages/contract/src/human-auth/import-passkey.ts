import { noAuthorityCreated, rawPasskeyFlags } from '../boundaries.ts'
import { exampleHash, exampleKey } from '../example-values.ts'
import { fixture, judged, optional, ref, sha256, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

const invalid = { code: 'human_auth_passkey_public_key_invalid' } as const

export const importPasskey = operation({
  name: 'humanAuth.importPasskey',
  summary: 'Binds a passkey that was registered elsewhere; unproven until its first verified assertion.',
  method: 'POST',
  path: '/v1/human-auth/passkey/import',
  access: 'ceremony',
  state: 'staging-durable',
  outcome: 'admitted',
  request: {
    tenant,
    subject: ref(),
    credential_id_hash: sha256(),
    public_key_uncompressed_hex: judged(text(invalid)),
    public_key_hash: judged(optional(sha256(invalid))),
    public_key_algorithm: judged(text(invalid)),
    enrolment_token: optional(text({ kept: 'nothing' })),
    fixture: fixture(),
  },
  response: {
    passkey_binding: is.anyRef,
    status: is.literal('unproven'),
    credential_id_hash: is.string,
    public_key_hash: is.string,
    public_key_algorithm: is.literal('ES256'),
    durable_record: is.durableRecord,
    ...rawPasskeyFlags,
    ...noAuthorityCreated,
    production_admission: is.no,
  },
  refusals: [
    'human_auth_enrolment_required',
    'human_auth_passkey_public_key_invalid',
    'human_auth_passkey_already_bound',
  ],
  example: {
    tenant: 'tenant_node:acme',
    subject: 'human_person:ada',
    credential_id_hash: exampleHash,
    public_key_uncompressed_hex: exampleKey,
    public_key_algorithm: 'ES256',
    fixture: true,
  },
})
