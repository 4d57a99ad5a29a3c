export { checkAnswer, type Answer } from './answers.ts'
export { BreakableAuthenticator, type Twist } from './authenticator.ts'
export { ManualClock } from './clock.ts'
export { advisor, clearance, invoiceEvidence, invoiceIn, paymentEvidence, payIn } from './economy.ts'
export { FaultyStore } from './faults.ts'
export { KeptStore } from './kept-store.ts'
export { approval, forkIn, projectIn } from './realities.ts'
export { writeRecord, writeUnit } from './records.ts'
export { PackageHouse, sha256, signingKey, type SigningKey } from './packages.ts'
export { approve } from './approvals.ts'
export { clusterFolder, runSql, startPostgres, type TestPostgres } from './postgres.ts'
export { WebhookReceiver, type Received } from './receiver.ts'
export { refusing } from './refusing.ts'
export { company, delegateMandate, evidence, grantStanding, office, people } from './stories.ts'
export { World, type CallOptions, type Witness, type WorldOptions } from './world.ts'
export {
  assertion,
  creationRequest,
  device,
  logIn,
  loginInProgress,
  loginRequest,
  provePresence,
  registerPasskey,
  registration,
  rehearsePresence,
  sessionRequest,
  site,
  type Person,
} from './sign-in.ts'
