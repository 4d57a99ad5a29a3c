import { ratePolicyExample } from '@membrane/contract'
import { loginRequest } from '@membrane/testkit'
import { ada, broken, exampleOf, login, present, session, tenant } from './kit.ts'
import type { Scenario, Scenarios, Stage } from './stage.ts'

const start = 'auth.loginStart'
const finish = 'auth.loginFinish'
const record = 'auth.recoveryPolicy'
const execute = 'auth.recoveryExecute'

/** So many attempts are refused; after the time that the answer names none of them counts. */
function attempts(attempt_count: number, seconds: number, words: string): Scenario {
  return async (stage) => {
    await stage.refused(start, { ...loginRequest(ada), attempt_count })
    stage.waits(seconds, words)
    await stage.passes(start, loginRequest(ada))
  }
}

async function policy(stage: Stage): Promise<object> {
  return { ...exampleOf(record), human_presence_receipt: await present(stage) }
}

/** Records the policy; answers what executes it. */
async function recovery(stage: Stage): Promise<object> {
  await stage.admits(record, await policy(stage))
  return { ...exampleOf(execute), human_presence_receipt: await present(stage) }
}

export const loginScenarios: Scenarios = {
  auth_rate_limit_policy_malformed: broken(start, { soft_limit: 20 }, loginRequest(ada)),
  auth_rate_limit_throttled: attempts(
    ratePolicyExample.soft_limit,
    ratePolicyExample.window_seconds,
    'The window of five minutes passes: none of the attempts lies in it any more.',
  ),
  auth_rate_limit_locked: attempts(
    ratePolicyExample.lockout_threshold,
    ratePolicyExample.lockout_seconds,
    'The lockout of fifteen minutes passes: none of the attempts lies in the window any more.',
  ),
  auth_login_challenge_mismatch: async (stage) => {
    const { challenge } = await stage.admits('humanAuth.challenge', ada)
    const body = await login(stage)
    await stage.refused(finish, { ...body, login_challenge: challenge })
    await stage.passes(finish, body)
  },
  auth_login_passkey_mismatch: async (stage) => {
    const started = await stage.admits(start, loginRequest(ada))
    const login_challenge = started.challenge.id
    const passkey_binding = 'passkey_binding:phone'
    const answer = { tenant, challenge: login_challenge, passkey_binding, user_verified: true }
    const { humanPresenceReceipt } = await stage.admits('humanAuth.verifyPasskey', answer)
    const body = {
      ...session,
      human_presence_receipt: humanPresenceReceipt,
      login_challenge,
      auth_rate_limit_evaluation: started.auth_rate_limit_evaluation,
    }
    await stage.refused(finish, { ...body, passkey_binding: 'passkey_binding:laptop' })
    await stage.passes(finish, { ...body, passkey_binding })
  },
  auth_rate_limit_evaluation_missing: async (stage) => {
    const spent = await login(stage)
    const { auth_rate_limit_evaluation } = await stage.admits(finish, spent)
    const body = await login(stage, { session: 'auth_session:fixture_ada_2' })
    await stage.refused(finish, { ...body, auth_rate_limit_evaluation })
    await stage.passes(finish, body)
  },
  auth_recovery_policy_unknown: broken(
    execute,
    { recovery_policy: 'auth_recovery_policy:of_nobody' },
    recovery,
  ),
  auth_recovery_policy_already_exists: async (stage) => {
    await stage.admits(record, await policy(stage))
    const again = await policy(stage)
    await stage.refused(record, again)
    await stage.passes(record, { ...again, recovery_policy_ref: 'auth_recovery_policy:ada_2' })
  },
  auth_recovery_policy_consumed: async (stage) => {
    const body = await recovery(stage)
    await stage.admits(execute, body)
    const second = { ...body, recovery_execution_ref: 'auth_recovery_execution:ada_2' }
    await stage.refused(execute, second)
    const recovery_policy = 'auth_recovery_policy:ada_2'
    await stage.admits(record, { ...(await policy(stage)), recovery_policy_ref: recovery_policy })
    await stage.passes(execute, { ...second, recovery_policy })
  },
  auth_recovery_execution_already_exists: async (stage) => {
    await stage.admits(execute, await recovery(stage))
    const recovery_policy = 'auth_recovery_policy:ada_2'
    const next = { ...(await policy(stage)), recovery_policy_ref: recovery_policy }
    const { human_presence_receipt } = await stage.admits(record, next)
    const body = { ...exampleOf(execute), human_presence_receipt, recovery_policy }
    await stage.refused(execute, body)
    await stage.passes(execute, { ...body, recovery_execution_ref: 'auth_recovery_execution:ada_2' })
  },
  auth_recovery_contact_unknown: broken(execute, { recovery_contact_hash: 'sha256:somebody-else' }, recovery),
  auth_recovery_raw_material_refused: broken(record, { raw_recovery_contact: 'bob@acme.example' }, policy),
  auth_recovery_cannot_create_authority: broken(record, { create_standing_from_recovery: true }, policy),
}
