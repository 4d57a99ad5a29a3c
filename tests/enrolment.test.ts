import { test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { device, logIn, people, registerPasskey, sessionRequest, World } from '@membrane/testkit'

test('behind a real gate, the operator lets a further person in, who then needs nobody', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const bob = { tenant: 'tenant_node:acme', subject: people.bob }
  await world.admits('tenant.create', { requested_tenant: bob.tenant })
  const operator = { token: fixtureTokens.primary }
  const { challenge } = await world.admits('humanAuth.challenge', bob)
  const rehearsal = { tenant: bob.tenant, challenge, user_verified: true }
  await world.refuses('humanAuth.verifyPasskey', 'human_auth_assertion_required', rehearsal)
  const { humanPresenceReceipt } = await world.admits('humanAuth.verifyPasskey', rehearsal, operator)
  const asked = { ...sessionRequest(bob), human_presence_receipt: humanPresenceReceipt }
  const { bearer_token: token } = await world.admits('auth.sessionIssue', asked, operator)

  const phone = device()
  await registerPasskey(world, bob, phone, { token })
  const { bearer_token } = await logIn(world, bob, phone)
  await world.admits('auth.sessionInspect', {}, { token: bearer_token })
})
