import {
  HolderKey,
  HostedOperatorGrant,
  HostedOperatorRoster,
  KeyRotation,
  PresenceApproval,
} from './authority/records.ts'
import { Capability, CapabilityManifest, PolicyEvaluation } from './capabilities/records.ts'
import { EffectAttempt, EffectIntent, EffectOutbox, EffectReceipt } from './effects/records.ts'
import {
  BookkeepingFact,
  ClosureSurface,
  EconomicPeriod,
  Invoice,
  JournalEntry,
  Obligation,
  PaymentObservation,
  PeriodClose,
  Settlement,
} from './economy/records.ts'
import { Challenge, PasskeyBinding, PasskeyLifecycle, Presence } from './human-auth/records.ts'
import { ProofBundle } from './log/records.ts'
import {
  AttemptCount,
  LoginAttempt,
  RateLimitEvaluation,
  RateLimitOverlay,
  RecoveryExecution,
  RecoveryPolicy,
} from './login/records.ts'
import { Mandate } from './mandates/records.ts'
import { AuthorityPackage, PackageReview, PublisherTrust, ReviewerTrust } from './packages/records.ts'
import {
  OpsAuditRetention,
  OpsBackupRestore,
  OpsEdgePolicy,
  OpsIncident,
  OpsMonitoringAlert,
  OpsRollback,
  OpsRouteSurface,
  OpsSecretRotation,
} from './posture/records.ts'
import {
  ContextTransition,
  EvidenceAtom,
  ProjectedOperation,
  PromotionAtom,
  Reality,
} from './realities/records.ts'
import { Session } from './sessions/records.ts'
import { StandingClaim, StandingEvaluation, StandingGrant } from './standing/records.ts'
import { Company, TenantOnboarding } from './tenancy/records.ts'

export * from './authority/records.ts'
export * from './capabilities/records.ts'
export * from './effects/records.ts'
export * from './economy/records.ts'
export * from './human-auth/records.ts'
export * from './log/records.ts'
export * from './login/records.ts'
export * from './mandates/records.ts'
export * from './packages/records.ts'
export * from './posture/records.ts'
export * from './realities/records.ts'
export * from './sessions/records.ts'
export * from './standing/records.ts'
export * from './tenancy/records.ts'

/** Every kind of durable record. */
export const recordKinds: readonly string[] = [
  TenantOnboarding,
  Company,
  Session,
  Presence,
  Challenge,
  PasskeyBinding,
  PasskeyLifecycle,
  LoginAttempt,
  RateLimitEvaluation,
  RateLimitOverlay,
  AttemptCount,
  RecoveryPolicy,
  RecoveryExecution,
  StandingClaim,
  StandingEvaluation,
  StandingGrant,
  Mandate,
  CapabilityManifest,
  Capability,
  PolicyEvaluation,
  ProofBundle,
  EffectIntent,
  EffectOutbox,
  EffectAttempt,
  EffectReceipt,
  OpsRouteSurface,
  OpsEdgePolicy,
  OpsAuditRetention,
  OpsBackupRestore,
  OpsRollback,
  OpsMonitoringAlert,
  OpsSecretRotation,
  OpsIncident,
  KeyRotation,
  HolderKey,
  PresenceApproval,
  HostedOperatorGrant,
  HostedOperatorRoster,
  PublisherTrust,
  ReviewerTrust,
  AuthorityPackage,
  PackageReview,
  Invoice,
  Obligation,
  ClosureSurface,
  PaymentObservation,
  Settlement,
  BookkeepingFact,
  JournalEntry,
  EconomicPeriod,
  PeriodClose,
  Reality,
  ContextTransition,
  EvidenceAtom,
  ProjectedOperation,
  PromotionAtom,
].map(({ kind }) => kind)

/** The name of a kind's counter in `m7.state`: its camel-case plural. */
export function countName(kind: string): string {
  const camel = kind.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (/[^aeiou]y$/.test(camel)) return `${camel.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(camel) ? `${camel}es` : `${camel}s`
}
