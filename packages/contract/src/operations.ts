import { capabilityPolicyEvaluate } from './capabilities/policy-evaluate.ts'
import { capabilityPublish } from './capabilities/publish.ts'
import { effectDispatch } from './effects/dispatch.ts'
import { effectIntent } from './effects/intent.ts'
import { effectOutbox } from './effects/outbox.ts'
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
import { mandateDelegate } from './mandates/delegate.ts'
import { mandateInspect } from './mandates/inspect.ts'
import { mandateRevoke } from './mandates/revoke.ts'
import type { Operation } from './operation.ts'
import { sessionExchange } from './sessions/exchange.ts'
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
  'standing.claim': standingClaim,
  'standing.evaluate': standingEvaluate,
  'standing.grant': standingGrant,
  'standing.revoke': standingRevoke,
  'mandate.delegate': mandateDelegate,
  'mandate.revoke': mandateRevoke,
  'mandate.inspect': mandateInspect,
  'capability.publish': capabilityPublish,
  'capability.policy.evaluate': capabilityPolicyEvaluate,
  'receipt.show': receiptShow,
  'log.consistency': logConsistency,
  'log.policy': logPolicy,
  'log.export': logExport,
  'proof.bundle': proofBundle,
  'effect.intent': effectIntent,
  'effect.dispatch': effectDispatch,
  'effect.outbox': effectOutbox,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations

/** Every operation, in the order of the table. */
export const operationList: readonly Operation[] = Object.values(operations)

/** Finds an operation by its name or one of its aliases. */
export function findOperation(name: string): Operation | undefined {
  return operationList.find((operation) => operation.name === name || operation.aliases?.includes(name))
}
