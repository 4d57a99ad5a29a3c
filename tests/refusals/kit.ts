import { fixtureTokens, operations, type OperationName, type Ref } from '@membrane/contract'
import {
  device,
  loginInProgress,
  people,
  registerPasskey,
  rehearsePresence,
  type BreakableAuthenticator,
  type CallOptions,
} from '@membrane/testkit'
import type { Scenario, Stage } from './stage.ts'

export const tenant = 'tenant_node:acme'
export const ada = { tenant, subject: people.ada }

/** The contract's own example of a request. */
export function exampleOf(name: OperationName): Readonly<Record<string, unknown>> {
  return operations[name].example
}

type Prepare = (stage: Stage) => Promise<object>

/** A request that passes, and one field of it that is refused; undefined leaves it out. */
export function broken(
  name: OperationName,
  patch: object,
  valid: object | Prepare = exampleOf(name),
): Scenario {
  return async (stage) => {
    const body = typeof valid === 'function' ? await (valid as Prepare)(stage) : valid
    await stage.refused(name, { ...body, ...patch })
    await stage.passes(name, body)
  }
}

/** Presence of Ada, or of whom the patch says, rehearsed; answers the receipt. */
export function present(stage: Stage, patch: object = {}, options: CallOptions = {}): Promise<Ref> {
  const { subject = people.ada, ...rest } = patch as { subject?: Ref }
  return rehearsePresence(stage.world, { tenant, subject }, rest, options)
}

/** A session that Ada asks for. */
export const session = {
  tenant,
  actor: people.ada,
  vessel: 'vessel:laptop',
  standing: 'standing:managing_director',
  holder_key: 'key_registry:laptop',
  device_binding: 'device_binding:laptop',
  session: 'auth_session:fixture_ada',
  scopes: ['*'],
  expires_in_seconds: 3600,
  fixture: true,
  production_session: false,
} as const

/** Issues a session to Ada; answers its bearer as call options. */
export async function signIn(
  stage: Stage,
  patch: object = {},
  options: CallOptions = {},
): Promise<CallOptions> {
  const asked = { ...session, ...patch }
  const human_presence_receipt = await present(stage, { subject: asked.actor }, options)
  return {
    token: (await stage.admits('auth.sessionIssue', { ...asked, human_presence_receipt }, options))
      .bearer_token,
  }
}

/** The session that asks for nothing but what the operator may. */
export const operator = { token: fixtureTokens.primary }

/** A server with a real gate. */
export const gated = { MEMBRANE_BEARER: 'writes' }

/** Behind a real gate: the tenant, and a passkey of Ada under its enrolment token. */
export async function enrolAda(stage: Stage): Promise<BreakableAuthenticator> {
  const authenticator = device()
  const { enrolment_token } = await stage.admits('tenant.create', exampleOf('tenant.create'))
  await registerPasskey(stage.world, ada, authenticator, { enrolment_token })
  return authenticator
}

/** A login that Ada has begun and proved; answers the body that finishes it. */
export async function login(
  stage: Stage,
  patch: object = {},
  authenticator?: BreakableAuthenticator,
): Promise<Record<string, unknown>> {
  const begun = await loginInProgress(stage.world, ada, authenticator)
  return { ...begun, ...session, ...patch }
}
