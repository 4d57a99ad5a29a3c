import { capabilityPolicyEvaluate } from './capabilities/policy-evaluate.ts'
import { capabilityPublish } from './capabilities/publish.ts'
import { effectDispatch } from './effects/dispatch.ts'
import { effectIntent } from './effects/intent.ts'
import { effectOutbox } from './effects/outbox.ts'
import { hostedOperatorGrant } from './authority/hosted-operator-grant.ts'
import { hostedOperatorRevoke } from './authority/hosted-operator-revoke.ts'
import { keyRotate } from './authority/key-rotate.ts'
import { presenceApproval } from './authority/presence-approval.ts'
import { economyBookkeepingFact } from './economy/bookkeeping-fact.ts'
import { invoicePaymentAdvisor } from './economy/invoice-payment-advisor.ts'
import { economyInvoice } from './economy/invoice.ts'
import { economyPaymentObservation } from './economy/payment-observation.ts'
import { economyPeriodClose } from './economy/period-close.ts'
import { economySurfaceCarryForward } from './economy/surface-carry-forward.ts'
import { humanAuthChallenge } from './human-auth/challenge.ts'
import { passkeyRegistrationOptions } from './human-auth/passkey-registration-options.ts'
import { passkeyAssertionOptions } from './human-auth/passkey-assertion-options.ts'
import { registerPasskey } from './human-auth/register-passkey.ts'
import { importPasskey } from './human-auth/import-passkey.ts'
import { verifyPasskey } from './human-auth/verify-passkey.ts'
import { passkeyRevoke } from './human-auth/passkey-revoke.ts'
import { passkeyRotate } from './human-auth/passkey-rotate.ts'
import { faceMatchFallback } from './human-auth/face-match-fallback.ts'
import { commitRecent } from './inspection/commit-recent.ts'
import { connectorsStatus } from './inspection/connectors-status.ts'
import { m7State } from './inspection/m7-state.ts'
import { refusalCodes } from './inspection/refusal-codes.ts'
import { refusalRegistry } from './inspection/refusal-registry.ts'
import { tenantSelf } from './inspection/tenant-self.ts'
import { logConsistency } from './log/consistency.ts'
import { logExport } from './log/export.ts'
import { logPolicy } from './log/policy.ts'
import { proofBundle } from './log/proof-bundle.ts'
import { receiptShow } from './log/receipt-show.ts'
import { loginStart } from './login/login-start.ts'
import { loginFinish } from './login/login-finish.ts'
import { rateLimitEvaluate } from './login/rate-limit-evaluate.ts'
import { recoveryPolicy } from './login/recovery-policy.ts'
import { recoveryExecute } from './login/recovery-execute.ts'
import { mandateDelegate } from './mandates/delegate.ts'
import { mandateInspect } from './mandates/inspect.ts'
import { mandateRevoke } from './mandates/revoke.ts'
import type { Operation } from './operation.ts'
import { packageActivate } from './packages/activate.ts'
import { packageCandidate } from './packages/candidate.ts'
import { packageImport } from './packages/import.ts'
import { publisherOnboard } from './packages/publisher-onboard.ts'
import { packageReview } from './packages/review.ts'
import { reviewerOnboard } from './packages/reviewer-onboard.ts'
import { packageRevoke } from './packages/revoke.ts'
import { packageStatus } from './packages/status.ts'
import { opsEdgePolicyCheck } from './posture/edge-policy-check.ts'
import { opsIncidentReceipt } from './posture/incident-receipt.ts'
import { opsRestoreRehearse } from './posture/restore-rehearse.ts'
import { opsStatus } from './posture/status.ts'
import { realityCommit } from './realities/commit.ts'
import { realityDiff } from './realities/diff.ts'
import { realityDiscard } from './realities/discard.ts'
import { realityFork } from './realities/fork.ts'
import { realityPromote } from './realities/promote.ts'
import { sessionExchange } from './sessions/exchange.ts'
import { sessionIssue } from './sessions/issue.ts'
import { sessionInspect } from './sessions/inspect.ts'
import { sessionRefresh } from './sessions/refresh.ts'
import { sessionList } from './sessions/list.ts'
import { sessionRevokeOthers } from './sessions/revoke-others.ts'
import { sessionRevoke } from './sessions/revoke.ts'
import { standingClaim } from './standing/claim.ts'
import { standingEvaluate } from './standing/evaluate.ts'
import { standingGrant } from './standing/grant.ts'
import { standingRevoke } from './standing/revoke.ts'
import { companyBootstrap } from './tenancy/company-bootstrap.ts'
import { tenantCreate } from './tenancy/tenant-create.ts'

/** The total table: every operation of the interface, by name. */
export const operations = {
  'tenant.self': tenantSelf,
  'commit.recent': commitRecent,
  'm7.state': m7State,
  'refusal.codes': refusalCodes,
  'refusal.registry': refusalRegistry,
  'evidence.connectors.status': connectorsStatus,
  'tenant.create': tenantCreate,
  'company.bootstrap': companyBootstrap,
  'auth.session.exchange': sessionExchange,
  'auth.loginStart': loginStart,
  'auth.loginFinish': loginFinish,
  'auth.rateLimitEvaluate': rateLimitEvaluate,
  'auth.recoveryPolicy': recoveryPolicy,
  'auth.recoveryExecute': recoveryExecute,
  'auth.sessionIssue': sessionIssue,
  'auth.sessionInspect': sessionInspect,
  'auth.sessionRefresh': sessionRefresh,
  'auth.sessionList': sessionList,
  'auth.sessionRevokeOthers': sessionRevokeOthers,
  'authority.sessionRevoke': sessionRevoke,
  'humanAuth.challenge': humanAuthChallenge,
  'humanAuth.passkeyRegistrationOptions': passkeyRegistrationOptions,
  'humanAuth.passkeyAssertionOptions': passkeyAssertionOptions,
  'humanAuth.registerPasskey': registerPasskey,
  'humanAuth.importPasskey': importPasskey,
  'humanAuth.verifyPasskey': verifyPasskey,
  'humanAuth.passkeyRevoke': passkeyRevoke,
  'humanAuth.passkeyRotate': passkeyRotate,
  'humanAuth.faceMatchFallback': faceMatchFallback,
  'standing.claim': standingClaim,
  'standing.evaluate': standingEvaluate,
  'standing.grant': standingGrant,
  'standing.revoke': standingRevoke,
  'mandate.delegate': mandateDelegate,
  'mandate.revoke': mandateRevoke,
  'mandate.inspect': mandateInspect,
  'capability.publish': capabilityPublish,
  'capability.policy.evaluate': capabilityPolicyEvaluate,
  'authority.package.publisher.onboard': publisherOnboard,
  'authority.package.reviewer.onboard': reviewerOnboard,
  'authority.package.import': packageImport,
  'authority.package.candidate': packageCandidate,
  'authority.package.review': packageReview,
  'authority.package.activate': packageActivate,
  'authority.package.revoke': packageRevoke,
  'authority.package.status': packageStatus,
  'authority.presenceApproval': presenceApproval,
  'authority.keyRotate': keyRotate,
  'authority.hostedOperator.grant': hostedOperatorGrant,
  'authority.hostedOperator.revoke': hostedOperatorRevoke,
  'receipt.show': receiptShow,
  'log.consistency': logConsistency,
  'log.policy': logPolicy,
  'log.export': logExport,
  'proof.bundle': proofBundle,
  'effect.intent': effectIntent,
  'effect.dispatch': effectDispatch,
  'effect.outbox': effectOutbox,
  'economy.invoice': economyInvoice,
  'economy.paymentObservation': economyPaymentObservation,
  'economy.bookkeepingFact': economyBookkeepingFact,
  'economy.periodClose': economyPeriodClose,
  'economy.surfaceCarryForward': economySurfaceCarryForward,
  'vertical.de.invoicePaymentAdvisor': invoicePaymentAdvisor,
  'ops.edgePolicyCheck': opsEdgePolicyCheck,
  'ops.restoreRehearse': opsRestoreRehearse,
  'ops.incidentReceipt': opsIncidentReceipt,
  'ops.status': opsStatus,
  'reality.fork': realityFork,
  'reality.commit': realityCommit,
  'reality.diff': realityDiff,
  'reality.promote': realityPromote,
  'reality.discard': realityDiscard,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations

/** Every operation, in the order of the table. */
export const operationList: readonly Operation[] = Object.values(operations)

/** Finds an operation by its name or one of its aliases. */
export function findOperation(name: string): Operation | undefined {
  return operationList.find((operation) => operation.name === name || operation.aliases?.includes(name))
}
