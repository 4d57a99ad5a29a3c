import type { Implementations } from '../admission/pipeline.ts'
import { evaluatePolicy } from './capabilities/policy-evaluate.ts'
import { publishCapability } from './capabilities/publish.ts'
import { dispatchEffect } from './effects/dispatch.ts'
import { intendEffect } from './effects/intent.ts'
import { effectOutbox } from './effects/outbox.ts'
import { grantHostedOperator } from './authority/hosted-operator-grant.ts'
import { revokeHostedOperator } from './authority/hosted-operator-revoke.ts'
import { rotateKey } from './authority/key-rotate.ts'
import { approvePresence } from './authority/presence-approval.ts'
import { bookPayment } from './economy/bookkeeping-fact.ts'
import { invoicePaymentAdvisor } from './economy/invoice-payment-advisor.ts'
import { recordInvoice } from './economy/invoice.ts'
import { observePayment } from './economy/payment-observation.ts'
import { closePeriod } from './economy/period-close.ts'
import { carryForward } from './economy/surface-carry-forward.ts'
import { assertionOptions } from './human-auth/passkey-assertion-options.ts'
import { challengePresence } from './human-auth/challenge.ts'
import { faceMatch } from './human-auth/face-match-fallback.ts'
import { importPasskey } from './human-auth/import-passkey.ts'
import { registrationOptions } from './human-auth/passkey-registration-options.ts'
import { revokePasskey } from './human-auth/passkey-revoke.ts'
import { rotatePasskey } from './human-auth/passkey-rotate.ts'
import { registerPasskey } from './human-auth/register-passkey.ts'
import { verifyPasskey } from './human-auth/verify-passkey.ts'
import { commitRecent } from './inspection/commit-recent.ts'
import { connectorsStatus } from './inspection/connectors-status.ts'
import { m7State } from './inspection/m7-state.ts'
import { refusalCodes } from './inspection/refusal-codes.ts'
import { refusalRegistry } from './inspection/refusal-registry.ts'
import { tenantSelf } from './inspection/tenant-self.ts'
import { proveConsistency } from './log/consistency.ts'
import { exportRecords } from './log/export.ts'
import { showLogPolicy } from './log/policy.ts'
import { bundleProof } from './log/proof-bundle.ts'
import { showReceipt } from './log/receipt-show.ts'
import { finishLogin } from './login/login-finish.ts'
import { startLogin } from './login/login-start.ts'
import { evaluateRateLimit } from './login/rate-limit-evaluate.ts'
import { executeRecovery } from './login/recovery-execute.ts'
import { recordRecoveryPolicy } from './login/recovery-policy.ts'
import { delegateMandate } from './mandates/delegate.ts'
import { inspectMandate } from './mandates/inspect.ts'
import { revokeMandate } from './mandates/revoke.ts'
import { activatePackage } from './packages/activate.ts'
import { makeCandidate } from './packages/candidate.ts'
import { importPackage } from './packages/import.ts'
import { onboardPublisher } from './packages/publisher-onboard.ts'
import { reviewPackage } from './packages/review.ts'
import { onboardReviewer } from './packages/reviewer-onboard.ts'
import { revokePackage } from './packages/revoke.ts'
import { packageStatus } from './packages/status.ts'
import { checkEdgePolicy } from './posture/edge-policy-check.ts'
import { recordIncident } from './posture/incident-receipt.ts'
import { rehearseRestore } from './posture/restore-rehearse.ts'
import { opsStatus } from './posture/status.ts'
import { commitInReality } from './realities/commit.ts'
import { diffReality } from './realities/diff.ts'
import { discardReality } from './realities/discard.ts'
import { forkReality } from './realities/fork.ts'
import { promoteReality } from './realities/promote.ts'
import { exchangeSession } from './sessions/exchange.ts'
import { inspectSession } from './sessions/inspect.ts'
import { issueFixtureSession } from './sessions/issue.ts'
import { listSessions } from './sessions/list.ts'
import { refreshSession } from './sessions/refresh.ts'
import { revokeOtherSessions } from './sessions/revoke-others.ts'
import { revokeSession } from './sessions/revoke.ts'
import { claimStanding } from './standing/claim.ts'
import { evaluateStanding } from './standing/evaluate.ts'
import { grantStanding } from './standing/grant.ts'
import { revokeStanding } from './standing/revoke.ts'
import { bootstrapCompany } from './tenancy/company-bootstrap.ts'
import { createTenant } from './tenancy/tenant-create.ts'

/** Facts and decision of every operation. One that is missing does not compile. */
export const implementations: Implementations = {
  'tenant.self': tenantSelf,
  'commit.recent': commitRecent,
  'm7.state': m7State,
  'refusal.codes': refusalCodes,
  'refusal.registry': refusalRegistry,
  'evidence.connectors.status': connectorsStatus,
  'tenant.create': createTenant,
  'company.bootstrap': bootstrapCompany,
  'auth.session.exchange': exchangeSession,
  'auth.loginStart': startLogin,
  'auth.loginFinish': finishLogin,
  'auth.rateLimitEvaluate': evaluateRateLimit,
  'auth.recoveryPolicy': recordRecoveryPolicy,
  'auth.recoveryExecute': executeRecovery,
  'auth.sessionIssue': issueFixtureSession,
  'auth.sessionInspect': inspectSession,
  'auth.sessionRefresh': refreshSession,
  'auth.sessionList': listSessions,
  'auth.sessionRevokeOthers': revokeOtherSessions,
  'authority.sessionRevoke': revokeSession,
  'humanAuth.challenge': challengePresence,
  'humanAuth.passkeyRegistrationOptions': registrationOptions,
  'humanAuth.passkeyAssertionOptions': assertionOptions,
  'humanAuth.registerPasskey': registerPasskey,
  'humanAuth.importPasskey': importPasskey,
  'humanAuth.verifyPasskey': verifyPasskey,
  'humanAuth.passkeyRevoke': revokePasskey,
  'humanAuth.passkeyRotate': rotatePasskey,
  'humanAuth.faceMatchFallback': faceMatch,
  'standing.claim': claimStanding,
  'standing.evaluate': evaluateStanding,
  'standing.grant': grantStanding,
  'standing.revoke': revokeStanding,
  'mandate.delegate': delegateMandate,
  'mandate.revoke': revokeMandate,
  'mandate.inspect': inspectMandate,
  'capability.publish': publishCapability,
  'capability.policy.evaluate': evaluatePolicy,
  'authority.package.publisher.onboard': onboardPublisher,
  'authority.package.reviewer.onboard': onboardReviewer,
  'authority.package.import': importPackage,
  'authority.package.candidate': makeCandidate,
  'authority.package.review': reviewPackage,
  'authority.package.activate': activatePackage,
  'authority.package.revoke': revokePackage,
  'authority.package.status': packageStatus,
  'authority.presenceApproval': approvePresence,
  'authority.keyRotate': rotateKey,
  'authority.hostedOperator.grant': grantHostedOperator,
  'authority.hostedOperator.revoke': revokeHostedOperator,
  'receipt.show': showReceipt,
  'log.consistency': proveConsistency,
  'log.policy': showLogPolicy,
  'log.export': exportRecords,
  'proof.bundle': bundleProof,
  'effect.intent': intendEffect,
  'effect.dispatch': dispatchEffect,
  'effect.outbox': effectOutbox,
  'economy.invoice': recordInvoice,
  'economy.paymentObservation': observePayment,
  'economy.bookkeepingFact': bookPayment,
  'economy.periodClose': closePeriod,
  'economy.surfaceCarryForward': carryForward,
  'vertical.de.invoicePaymentAdvisor': invoicePaymentAdvisor,
  'ops.edgePolicyCheck': checkEdgePolicy,
  'ops.restoreRehearse': rehearseRestore,
  'ops.incidentReceipt': recordIncident,
  'ops.status': opsStatus,
  'reality.fork': forkReality,
  'reality.commit': commitInReality,
  'reality.diff': diffReality,
  'reality.promote': promoteReality,
  'reality.discard': discardReality,
}
