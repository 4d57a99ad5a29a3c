export { parsePolicy, VerificationError, verifyReceipt, verifyReceiptBody } from '@membrane/ledger'
export type { Policy, VerifiedReceipt, VerifyOptions } from '@membrane/ledger'
export { accepted } from './accepted.ts'
export type { Commit, CommitsRequest } from './commits.ts'
export { createMembrane, type Membrane, type MembraneOptions } from './create.ts'
export { MembraneError, RefusedError, type FailureKind } from './errors.ts'
export { intentHash } from './intent.ts'
export type { Accepted, CallOptions, Method, MethodName, Methods } from './types.ts'
export type { RefusalCodeOf, Refused, RequestOf, Result } from './types.ts'
export { flags as authenticatorFlags, SoftwareAuthenticator } from './authenticator/software-authenticator.ts'
export type {
  AssertionAnswer,
  AssertionOptions,
  CreationOptions,
} from './authenticator/software-authenticator.ts'
export type { HeldCredential, Parts, RegistrationAnswer } from './authenticator/software-authenticator.ts'
