import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ref } from '@membrane/contract'
import {
  assertion,
  device,
  people,
  provePresence,
  registerPasskey,
  rehearsePresence,
  site,
  World,
} from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const name = 'humanAuth.passkeyRotate'
const verify = 'humanAuth.verifyPasskey'

/** Presence over a passkey that only rehearsals know. */
function over(world: World, passkey_binding: Ref): Promise<Ref> {
  return rehearsePresence(world, person, { passkey_binding, scopes: ['passkey_rotate'] })
}

async function rotation(world: World, from: Ref, to: Ref): Promise<Record<string, unknown>> {
  return {
    ...person,
    old_passkey_binding: from,
    replacement_passkey_binding: to,
    human_presence_receipt: await over(world, to),
    reason_hash: 'sha256:new-device',
    enforce_runtime_overlay: true,
    fixture: true,
  }
}

test('after an enforced rotation the old name answers for the new key, and the old key is refused', async () => {
  await using world = await World.start()
  const [before, after] = [device(), device()]
  const old = await registerPasskey(world, person, before)
  const replacement = await registerPasskey(world, person, after)
  const scopes = ['passkey_lifecycle']
  const human_presence_receipt = await provePresence(world, person, after, { scopes })
  const answer = await world.admits(name, {
    ...person,
    old_passkey_binding: old.passkey_binding,
    replacement_passkey_binding: replacement.passkey_binding,
    human_presence_receipt,
    reason_hash: 'sha256:new-device',
    enforce_runtime_overlay: true,
  })
  assert.equal(answer.status, 'rotated')

  const { passkey_binding } = old
  const shown = await world.admits('humanAuth.passkeyAssertionOptions', {
    ...person,
    ...site,
    passkey_binding,
    scopes: [],
    user_verification: 'required',
  })
  assert.equal(shown.passkey_binding.credential_id_hash, replacement.credential_id_hash)
  const asOld = { ...(await assertion(world, person, before, { passkey_binding })), passkey_binding }
  await world.refuses(verify, 'human_auth_passkey_credential_mismatch', asOld)
  await world.refuses(
    verify,
    'human_auth_passkey_credential_mismatch',
    await assertion(world, person, before),
  )
  const asNew = { ...(await assertion(world, person, after, { passkey_binding })), passkey_binding }
  await world.admits(verify, asNew)

  const receipt = await provePresence(world, person, after, { scopes })
  const revoked = await world.admits('humanAuth.passkeyRevoke', {
    ...person,
    passkey_binding,
    human_presence_receipt: receipt,
    reason_hash: 'sha256:why',
  })
  assert.equal(revoked.passkey_binding, replacement.passkey_binding, 'lifecycle calls map as well')
})

test('without the overlay both keys stand', async () => {
  await using world = await World.start()
  const [before, after] = [device(), device()]
  const old = await registerPasskey(world, person, before)
  const replacement = await registerPasskey(world, person, after)
  const human_presence_receipt = await provePresence(world, person, after)
  await world.admits(name, {
    tenant,
    old_passkey_binding: old.passkey_binding,
    replacement_passkey_binding: replacement.passkey_binding,
    human_presence_receipt,
    reason_hash: 'sha256:new-device',
  })
  await provePresence(world, person, before)
  await provePresence(world, person, after)
})

test('an unknown old passkey is rotated; a repeat and a circle are not', async () => {
  await using world = await World.start()
  const [a, b, c] = ['passkey_binding:a', 'passkey_binding:b', 'passkey_binding:c']
  const first = await rotation(world, a, b)
  await world.admits(name, first)
  await world.refuses(name, 'human_auth_passkey_lifecycle_replayed', first)
  const third = await over(world, c)
  const again = { ...first, replacement_passkey_binding: c, human_presence_receipt: third }
  await world.refuses(name, 'human_auth_passkey_lifecycle_replayed', again)
  await world.admits(name, await rotation(world, b, c))
  const back = await world.presence(tenant, { ...presenceOver(a), subject: people.ada })
  const closing = {
    ...first,
    old_passkey_binding: c,
    replacement_passkey_binding: a,
    human_presence_receipt: back,
  }
  await world.refuses(name, 'human_auth_passkey_lifecycle_replayed', closing)
})

function presenceOver(passkey_binding: Ref) {
  return { passkey_binding, scopes: ['passkey_rotate'], ceremony: 'webauthn' as const }
}

test('names are followed through sixteen rotations and no further', async () => {
  await using world = await World.start()
  const names = Array.from({ length: 18 }, (_, at) => `passkey_binding:n${at}`)
  const last = device()
  for (let at = 1; at < 16; at++) await world.admits(name, await rotation(world, names[at - 1]!, names[at]!))
  const key = await registerPasskey(world, person, last)
  const receipt = await provePresence(world, person, last)
  await world.admits(name, {
    ...(await rotation(world, names[15]!, names[16]!)),
    replacement_passkey_binding: key.passkey_binding,
    human_presence_receipt: receipt,
  })
  const passkey_binding = names[0]!
  await world.admits(verify, {
    ...(await assertion(world, person, last, { passkey_binding })),
    passkey_binding,
  })
  const { passkey_binding: further } = await registerPasskey(world, person, device())
  const present = await world.presence(tenant, { ...presenceOver(further), subject: people.ada })
  await world.admits(name, {
    ...(await rotation(world, names[17]!, names[16]!)),
    old_passkey_binding: key.passkey_binding,
    replacement_passkey_binding: further,
    human_presence_receipt: present,
  })
  const { challenge } = await world.admits('humanAuth.challenge', person)
  await world.refuses(verify, 'human_auth_passkey_credential_mismatch', { challenge, passkey_binding })
  await world.admits(verify, { challenge, passkey_binding: names[1]! })
})

test('guards apply in the order of the interface', async () => {
  await using world = await World.start()
  const authenticator = device()
  const { passkey_binding } = await registerPasskey(world, person, authenticator)
  const old = (await registerPasskey(world, person, device())).passkey_binding
  const human_presence_receipt = await provePresence(world, person, authenticator)
  const sound = {
    ...person,
    old_passkey_binding: old,
    replacement_passkey_binding: passkey_binding,
    human_presence_receipt,
    reason_hash: 'sha256:new-device',
    enforce_runtime_overlay: true,
  }
  const prefix = 'human_auth_passkey_lifecycle'
  await world.refuses(name, `${prefix}_fixture_only`, { ...sound, fixture: false, raw_credential_id: 'x' })
  await world.refuses(name, `${prefix}_raw_material_refused`, {
    ...sound,
    raw_credential_id: 'x',
    create_identity_binding_from_passkey: true,
  })
  await world.refuses(name, `${prefix}_cannot_create_authority`, {
    ...sound,
    create_company_authority_from_passkey: true,
    subject: people.eve,
  })
  await world.refuses(name, `${prefix}_subject_mismatch`, {
    ...sound,
    subject: people.eve,
    reason_hash: undefined,
  })
  await world.refuses(name, `${prefix}_hash_required`, {
    ...sound,
    reason_hash: '',
    human_presence_receipt: '',
  })
  await world.refuses(name, `${prefix}_presence_missing`, {
    ...sound,
    human_presence_receipt: undefined,
    replacement_passkey_binding: old,
  })
  await world.refuses(name, `${prefix}_presence_invalid`, { ...sound, replacement_passkey_binding: old })
  await world.refuses(name, `${prefix}_same_binding`, { ...sound, old_passkey_binding: passkey_binding })

  const eve = { tenant, subject: people.eve }
  const stolen = device()
  const theirs = (await registerPasskey(world, eve, stolen)).passkey_binding
  const presence = await provePresence(world, eve, stolen)
  const theft = {
    ...sound,
    subject: undefined,
    replacement_passkey_binding: theirs,
    human_presence_receipt: presence,
  }
  await world.refuses(name, `${prefix}_subject_mismatch`, theft)

  const rotation_ref = 'human_auth_passkey_lifecycle:chosen'
  const answer = await world.admits(name, { ...sound, rotation_ref })
  assert.equal(answer.human_auth_passkey_lifecycle, rotation_ref)
  const another = (await registerPasskey(world, person, device())).passkey_binding
  await world.refuses(name, `${prefix}_replayed`, { ...sound, old_passkey_binding: another, rotation_ref })
})

test('a revoked passkey is neither rotated nor rotated to', async () => {
  await using world = await World.start()
  const authenticator = device()
  const { passkey_binding } = await registerPasskey(world, person, authenticator)
  const human_presence_receipt = await provePresence(world, person, authenticator)
  const reason_hash = 'sha256:lost'
  const revocation = {
    ...person,
    passkey_binding,
    human_presence_receipt,
    reason_hash,
    enforce_runtime_overlay: true,
  }
  await world.admits('humanAuth.passkeyRevoke', revocation)
  const away = await rotation(world, passkey_binding, 'passkey_binding:next')
  await world.refuses(name, 'human_auth_passkey_revoked', away)
  const toIt = {
    ...away,
    old_passkey_binding: 'passkey_binding:next',
    replacement_passkey_binding: passkey_binding,
  }
  await world.refuses(name, 'human_auth_passkey_revoked', { ...toIt, human_presence_receipt })
})
