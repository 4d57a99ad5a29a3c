import type { ApprovableOperation } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { people, signingKey } from '@membrane/testkit'
import { broken, exampleOf, gated, operator, present, session, signIn, tenant } from './kit.ts'
import { hashOf } from './normalise.ts'
import type { Scenario, Scenarios, Stage } from './stage.ts'

const approve = 'authority.presenceApproval'
const rotate = 'authority.keyRotate'
const delegate = 'mandate.delegate'
const grant = 'authority.hostedOperator.grant'
const operatorGrant = exampleOf(grant)
const durable = { MEMBRANE_DATABASE_URL: 'embedded' }

const { human_presence_receipt: _, ...delegation } = {
  ...exampleOf(delegate),
  source_standing: session.standing,
} as Readonly<Record<string, unknown>>

/** An approval of the delegation, or of another request. */
async function approval(
  stage: Stage,
  for_operation: ApprovableOperation = delegate,
  intent: object = delegation,
): Promise<object> {
  const human_presence_receipt = await present(stage)
  const intent_hash = hashOf(canonicalJson(intent))
  const body = {
    tenant,
    actor: people.ada,
    human_presence_receipt,
    for_operation,
    intent_hash,
    fixture: true,
  }
  return { human_presence_receipt: (await stage.admits(approve, body)).presence_approval }
}

async function rotation(stage: Stage): Promise<object> {
  return { ...exampleOf(rotate), human_presence_receipt: await present(stage) }
}

/** A grant of a durable server, refused in one thing. */
function onDurable(patch: object): Scenario {
  return {
    settings: durable,
    play: async (stage) => {
      await stage.refused(grant, { ...operatorGrant, ...patch }, operator)
      await stage.passes(grant, operatorGrant, operator)
    },
  }
}

export const authorityScenarios: Scenarios = {
  m13_human_presence_cannot_create_standing: broken(
    approve,
    { create_standing_from_presence: true },
    async (stage) => ({ ...exampleOf(approve), human_presence_receipt: await present(stage) }),
  ),
  human_presence_required: broken(rotate, { human_presence_receipt: undefined }, rotation),
  presence_approval_expired: async (stage) => {
    const late = await approval(stage)
    stage.waits(300, 'Five minutes pass.')
    await stage.refused(delegate, { ...delegation, ...late })
    await stage.passes(delegate, { ...delegation, ...(await approval(stage)) })
  },
  presence_approval_operation_mismatch: async (stage) => {
    const ofRotation = await approval(stage, rotate)
    await stage.refused(delegate, { ...delegation, ...ofRotation })
    await stage.passes(delegate, { ...delegation, ...(await approval(stage)) })
  },
  presence_approval_intent_mismatch: async (stage) => {
    const approved = await approval(stage)
    const wider = ['invoice.approve', 'payment.release']
    await stage.refused(delegate, { ...delegation, act_scope: wider, ...approved })
    await stage.passes(delegate, { ...delegation, ...approved })
  },
  presence_approval_consumed: async (stage) => {
    const once = await approval(stage)
    await stage.admits(delegate, { ...delegation, ...once })
    await stage.refused(delegate, { ...delegation, ...once })
    await stage.passes(delegate, { ...delegation, ...(await approval(stage)) })
  },

  authority_key_public_key_invalid: broken(
    rotate,
    { public_key_uncompressed_hex: `04${'1'.repeat(128)}` },
    rotation,
  ),
  authority_key_unchanged: broken(rotate, { replacement_key: 'key_registry:laptop' }, rotation),
  authority_key_already_rotated: async (stage) => {
    const body = await rotation(stage)
    await stage.admits(rotate, body)
    const { public_key_uncompressed_hex } = signingKey()
    const next = { ...body, replacement_key: 'key_registry:laptop_3', public_key_uncompressed_hex }
    await stage.refused(rotate, next)
    await stage.passes(rotate, { ...next, key: 'key_registry:laptop_2' })
  },
  authority_key_holder_mismatch: {
    settings: gated,
    play: async (stage) => {
      const asAda = await signIn(stage, {}, operator)
      const eve = { actor: people.eve, session: 'auth_session:fixture_eve', holder_key: 'key_registry:phone' }
      const asEve = await signIn(stage, eve, operator)
      const ofEve = await present(stage, { subject: people.eve }, operator)
      await stage.refused(rotate, { ...exampleOf(rotate), human_presence_receipt: ofEve }, asEve)
      const ofAda = await present(stage, {}, operator)
      await stage.passes(rotate, { ...exampleOf(rotate), human_presence_receipt: ofAda }, asAda)
    },
  },

  hosted_operator_grant_requires_durable_store: async (stage) => {
    await stage.refused(grant, operatorGrant, operator)
    await stage.start(durable)
    stage.says('The server has started again with MEMBRANE_DATABASE_URL=embedded.')
    await stage.passes(grant, operatorGrant, operator)
  },
  hosted_operator_built_in_session_required: {
    settings: durable,
    play: async (stage) => {
      await stage.refused(grant, operatorGrant)
      await stage.passes(grant, operatorGrant, operator)
    },
  },
  hosted_operator_self_approval: onDurable({ approver: operatorGrant.operator }),
  hosted_operator_standing_not_in_force: onDurable({ standing: 'standing_grant:none' }),
  hosted_operator_grant_unknown: {
    settings: durable,
    play: async (stage) => {
      const { hosted_operator_grant } = await stage.admits(grant, operatorGrant, operator)
      const body = { ...exampleOf('authority.hostedOperator.revoke'), hosted_operator_grant }
      const none = { ...body, hosted_operator_grant: 'hosted_operator_grant:none' }
      await stage.refused('authority.hostedOperator.revoke', none)
      await stage.passes('authority.hostedOperator.revoke', body)
    },
  },
}
