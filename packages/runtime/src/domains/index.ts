import type { Implementations } from '../admission/pipeline.ts'
import { evaluatePolicy } from './capabilities/policy-evaluate.ts'
import { publish } from './capabilities/publish.ts'
import { dispatchEffect } from './effects/dispatch.ts'
import { intendEffect } from './effects/intent.ts'
import { effectOutbox } from './effects/outbox.ts'
import { approvePresence } from './authority/presence-approval.ts'
import { bookPayment } from './economy/bookkeeping-fact.ts'
import { invoicePaymentAdvisor } from './economy/invoice-payment-advisor.ts'
import { invoice } from './economy/invoice.ts'
import { observePayment } from './economy/payment-observation.ts'
import { closePeriod } from './economy/period-close.ts'
import { carryForward } from './economy/surface-carry-forward.ts'
import { commitRecent } from './inspection/commit-recent.ts'
import { connectorsStatus } from './inspection/connectors-status.ts'
import { m7State } from './inspection/m7-state.ts'
import { refusalCodes } from './inspection/refusal-codes.ts'
import { refusalRegistry } from './inspection/refusal-registry.ts'
import { tenantSelf } from './inspection/tenant-self.ts'
import { consistency } from './log/consistency.ts'
import { exportRecords } from './log/export.ts'
import { policy } from './log/policy.ts'
import { bundleProof } from './log/proof-bundle.ts'
import { showReceipt } from './log/receipt-show.ts'
import { delegate } from './mandates/delegate.ts'
import { inspect } from './mandates/inspect.ts'
import { revoke as revokeMandate } from './mandates/revoke.ts'
import { activatePackage } from './packages/activate.ts'
import { makeCandidate } from './packages/candidate.ts'
import { importPackage } from './packages/import.ts'
import { onboardPublisher } from './packages/publisher-onboard.ts'
import { reviewPackage } from './packages/review.ts'
import { onboardReviewer } from './packages/reviewer-onboard.ts'
import { revokePackage } from './packages/revoke.ts'
import { packageStatus } from './packages/status.ts'
import { exchange } from './sessions/exchange.ts'
import { claim } from './standing/claim.ts'
import { evaluate } from './standing/evaluate.ts'
import { grant } from './standing/grant.ts'
import { revoke as revokeStanding } from './standing/revoke.ts'
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
  'auth.session.exchange': exchange,
  'standing.claim': claim,
  'standing.evaluate': evaluate,
  'standing.grant': grant,
  'standing.revoke': revokeStanding,
  'mandate.delegate': delegate,
  'mandate.revoke': revokeMandate,
  'mandate.inspect': inspect,
  'capability.publish': publish,
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
  'receipt.show': showReceipt,
  'log.consistency': consistency,
  'log.policy': policy,
  'log.export': exportRecords,
  'proof.bundle': bundleProof,
  'effect.intent': intendEffect,
  'effect.dispatch': dispatchEffect,
  'effect.outbox': effectOutbox,
  'economy.invoice': invoice,
  'economy.paymentObservation': observePayment,
  'economy.bookkeepingFact': bookPayment,
  'economy.periodClose': closePeriod,
  'economy.surfaceCarryForward': carryForward,
  'vertical.de.invoicePaymentAdvisor': invoicePaymentAdvisor,
}
