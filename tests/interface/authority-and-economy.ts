import type { Row } from './row.ts'

const admitted = { state: 'staging-durable', outcome: 'admitted' } as const
const verified = { state: 'staging-durable', outcome: 'verified' } as const
const written = 'durable_state production_admission=false'

export const standing: readonly Row[] = [
  {
    operation: 'standing.claim',
    call: 'POST /v1/standing/claim',
    ...admitted,
    request: {
      ref: 'tenant? actor company human_presence_receipt?',
      string: 'office',
      refs: 'evidence',
      boolean: 'create_standing_from_presence? fixture',
    },
    response: `standing_claim status=claimed standing_created=false human_presence_creates_standing=false ${written}`,
    refusals: 'koerper_fixture_only standing_presence_cannot_create_authority',
  },
  {
    operation: 'standing.evaluate',
    call: 'POST /v1/standing/evaluate',
    ...verified,
    request: { ref: 'tenant? standing_claim human_presence_receipt?', refs: 'evidence', boolean: 'fixture' },
    response: `standing_evaluation standing_claim decision=grantable_fixture grantable=true ${written}`,
    refusals: 'koerper_fixture_only',
  },
  {
    operation: 'standing.grant',
    call: 'POST /v1/standing/grant',
    ...admitted,
    request: {
      ref: 'tenant? standing_claim actor company standing_evaluation human_presence_receipt?',
      string: 'office',
      strings: 'powers',
      boolean: 'fixture',
    },
    response: `standing status=active standing_created_by_human_presence=false ${written}`,
    refusals: 'koerper_fixture_only standing_evaluation_required',
  },
  {
    operation: 'standing.revoke',
    call: 'POST /v1/standing/revoke',
    ...admitted,
    request: { ref: 'tenant? standing', string: 'reason', boolean: 'fixture' },
    response: `standing revocation_record status=revoked ${written}`,
    refusals: 'koerper_fixture_only',
  },
  {
    operation: 'mandate.delegate',
    call: 'POST /v1/mandates/delegate',
    ...admitted,
    request: {
      ref: 'tenant? principal delegate source_standing human_presence_receipt',
      strings: 'act_scope readable_lens',
      boolean: 'fixture',
    },
    response: `mandate status=active human_presence_satisfied_sensitive_approval=true standing_created=false ${written}`,
    refusals: 'koerper_fixture_only mandate_human_presence_required mandate_human_presence_unknown',
  },
  {
    operation: 'mandate.revoke',
    call: 'POST /v1/mandates/revoke',
    ...admitted,
    request: { ref: 'tenant? mandate', string: 'reason', boolean: 'fixture' },
    response: `mandate revocation_record status=revoked ${written}`,
    refusals: 'koerper_fixture_only',
  },
]

export const packages: readonly Row[] = [
  {
    operation: 'authority.package.publisher.onboard',
    call: 'POST /v1/authority/packages/publishers/onboard',
    ...admitted,
    request: {
      ref: 'tenant? publisher_ref trust_ref?',
      string: 'public_key_hash? public_key_algorithm public_key_uncompressed_hex? reliance_terms_hash?',
      boolean: 'fixture',
      any: 'private_key_material?',
    },
    response: `publisher_trust publisher public_key_hash public_verification_material.public_key_algorithm
      public_verification_material.public_key_hash public_verification_material.public_key_uncompressed_hex
      public_verification_material.external_signature_verification_supported
      public_verification_material.private_key_material_exposed=false private_key_material_stored=false
      private_key_material_exposed=false ${written}`,
    refusals: `authority_package_publisher_private_key_refused authority_package_publisher_trust_missing
      authority_package_trust_public_key_invalid`,
  },
  {
    operation: 'authority.package.reviewer.onboard',
    call: 'POST /v1/authority/packages/reviewers/onboard',
    ...admitted,
    request: {
      ref: 'tenant? reviewer_ref trust_ref? standing_ref',
      string: 'conflict_policy_hash? public_key_hash? public_key_uncompressed_hex? public_key_algorithm',
      boolean: 'fixture reviewer_conflict?',
      any: 'raw_reviewer_notes?',
    },
    response: `reviewer_trust reviewer standing conflict_policy_hash public_verification_material reviewer_conflict=false
      raw_reviewer_notes_stored=false ${written}`,
    refusals: `authority_package_reviewer_standing_missing authority_package_reviewer_conflict
      authority_package_reviewer_trust_missing authority_package_trust_public_key_invalid`,
  },
]

export const economy: readonly Row[] = [
  {
    operation: 'economy.invoice',
    call: 'POST /v1/economy/invoice',
    ...admitted,
    request: { ref: 'tenant? invoice?', number: 'amount_cents?', string: 'currency?', refs: 'evidence?' },
    response: 'invoice receivableObligation closureSurface rawConnectorPayloadExposed=false',
    refusals: 'economic_invoice_evidence_missing',
  },
  {
    operation: 'economy.paymentObservation',
    call: 'POST /v1/economy/payment-observation',
    ...admitted,
    request: { ref: 'tenant? invoice', number: 'amount_cents?', string: 'currency?', refs: 'evidence?' },
    response: 'paymentObservation settlement rawConnectorPayloadExposed=false',
    refusals: 'economic_payment_evidence_missing',
  },
  {
    operation: 'economy.bookkeepingFact',
    call: 'POST /v1/economy/bookkeeping-fact',
    ...admitted,
    request: { ref: 'tenant? invoice payment_observation advisor_evidence' },
    response: 'bookkeepingFact rawConnectorPayloadExposed=false',
    refusals: 'economic_bookkeeping_evidence_incomplete',
  },
  {
    operation: 'economy.periodClose',
    call: 'POST /v1/economy/period-close',
    state: 'fixture-rehearsed',
    outcome: 'admitted',
    request: { ref: 'tenant?', string: 'period?', refs: 'evidence?' },
    response: 'periodClose productionAdmission=false',
    refusals: 'economic_closure_surface_open required_evidence_missing',
  },
]
