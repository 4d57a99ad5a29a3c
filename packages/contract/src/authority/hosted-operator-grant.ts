import { cited, fixture, hash, integer, ref, tenant } from '../field.ts'
import { limits } from '../limits.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const hostedOperatorGrant = operation({
  name: 'authority.hostedOperator.grant',
  summary: 'Lets a tenant commit for a time while root signing is disabled; kept in a durable store only.',
  method: 'POST',
  path: '/v1/authority/hosted-operator/grant',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  ungranted: true,
  request: {
    tenant,
    operator: ref(),
    approver: ref(),
    standing: ref(),
    evidence: cited(),
    expires_in_seconds: integer(1, limits.hostedOperatorSecondsMax),
    reason_hash: hash(),
    fixture: fixture(),
  },
  response: {
    hosted_operator_grant: is.anyRef,
    status: is.literal('active'),
    expires_at: is.timestamp,
    root_signing: is.oneOf('fixture_root', 'no_root_key'),
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'hosted_operator_grant_requires_durable_store',
    'hosted_operator_built_in_session_required',
    'hosted_operator_self_approval',
    'hosted_operator_standing_not_in_force',
    'required_evidence_missing',
  ],
  example: {
    tenant: 'tenant_node:acme',
    operator: 'human_person:ada',
    approver: 'human_person:bob',
    standing: 'standing:operations',
    evidence: ['evidence_bundle:change_request'],
    expires_in_seconds: 3600,
    reason_hash: 'sha256:change-request',
    fixture: true,
  },
})
