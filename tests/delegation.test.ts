import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTokens, holdsScope, type Ref } from '@membrane/contract'
import { approve, grantStanding, people, World } from '@membrane/testkit'
import * as fc from 'fast-check'

/** Delegates act as they like behind a real gate: no power appears that the root standing did not list. */
const names = [
  '*',
  'invoice',
  'invoice.approve',
  'invoice.approve.large',
  'payment',
  'payment.release',
  'ledger',
]
const persons = Object.values(people)
const person = fc.constantFrom(...persons)
/** Mostly null, which stands for what would be right. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 2, arbitrary })
const subset = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength })

const delegation = fc.record({
  act: fc.constant('delegate' as const),
  /** Null is whoever holds the source. */
  by: seldom(person),
  principal: seldom(person),
  to: person,
  source: fc.nat(12),
  /** Something that is no source at all. */
  stray: seldom(fc.nat(2)),
  /** Null is all that the source allows. */
  scope: seldom(subset(3)),
  approved: fc.boolean(),
  seconds: fc.option(fc.integer({ min: 1, max: 600 })),
})
const others = fc.oneof(
  fc.record({ act: fc.constant('grant' as const), by: person, powers: subset(2) }),
  fc.record({ act: fc.constant('claim' as const), by: person, fromPresence: fc.boolean() }),
  fc.record({ act: fc.constant('revoke' as const), source: fc.nat(12) }),
  fc.record({ act: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 300 }) }),
)
const acts = fc.array(fc.oneof({ weight: 5, arbitrary: delegation }, { weight: 1, arbitrary: others }), {
  minLength: 8,
  maxLength: 20,
})
type Act = typeof acts extends fc.Arbitrary<(infer T)[]> ? T : never

const root = { token: fixtureTokens.primary }
const fixture = true

/** One tenant with one root standing, held by Ada. */
class Play {
  readonly world: World
  readonly tenant: Ref
  readonly powers: readonly string[]
  /** The root standing first, then every mandate. */
  readonly sources: { readonly ref: Ref; readonly holder: Ref; readonly scope: readonly string[] }[] = []
  readonly mandates: Ref[] = []
  readonly tokens = new Map<Ref, string>()
  readonly dead = new Set<Ref>()
  #strays: readonly Ref[] = []
  #granted!: Awaited<ReturnType<typeof grantStanding>>

  constructor(world: World, tenant: Ref, powers: readonly string[]) {
    this.world = world
    this.tenant = tenant
    this.powers = powers
  }

  async open(): Promise<void> {
    const { world, tenant } = this
    this.#granted = await grantStanding(world, tenant, this.powers, root)
    this.sources.push({ ref: this.#granted.standing, holder: people.ada, scope: this.powers })
    const expires_at = new Date(world.clock.now() + 86_400_000).toISOString()
    const scopes = ['mandate', 'authority', 'standing']
    for (const actor of persons)
      this.tokens.set(actor, await world.session(tenant, { actor, scopes, expires_at }))
    const stray = await world.presence(tenant, { subject: people.eve })
    this.#strays = [stray, 'standing:elsewhere', this.#granted.claim]
  }

  async do(act: Act): Promise<void> {
    const { world, tenant } = this
    if (act.act === 'wait') return world.clock.advance(act.seconds * 1000)
    if (act.act === 'delegate') return this.#delegate(act)
    if (act.act === 'revoke') return this.#revoke(this.#source(act).ref)
    const token = this.tokens.get(act.by)!
    const held = {
      tenant,
      actor: act.by,
      company: 'company_geist:acme',
      office: 'managing_director',
      fixture,
    }
    if (act.act === 'grant') {
      const { claim: standing_claim, evaluation: standing_evaluation } = this.#granted
      const grant = { ...held, standing_claim, standing_evaluation, powers: act.powers }
      await world.refuses('standing.grant', 'standing_evaluation_consumed', grant, { token })
      return
    }
    const claim = { ...held, evidence: [], create_standing_from_presence: act.fromPresence }
    const { body } = await world.call('standing.claim', claim, { token })
    if (body.standing_claim === undefined) return
    const { standing_claim } = body
    const evaluated = { tenant, standing_claim, evidence: [], fixture }
    const { standing_evaluation } = await world.admits('standing.evaluate', evaluated, { token })
    const grant = { ...held, standing_claim, standing_evaluation, powers: ['*'] }
    await world.refuses('standing.grant', 'standing_evaluation_not_grantable', grant, { token })
  }

  async #delegate(act: Act & { act: 'delegate' }): Promise<void> {
    const { world, tenant } = this
    const source = this.#source(act)
    const by = act.by ?? source.holder
    const scope = act.scope ?? source.scope
    const token = this.tokens.get(by)!
    const request = {
      tenant,
      principal: act.principal ?? by,
      delegate: act.to,
      source_standing: act.stray === null ? source.ref : this.#strays[act.stray]!,
      act_scope: scope,
      readable_lens: [],
      ...(act.seconds === null ? {} : { expires_in_seconds: act.seconds }),
      fixture,
    }
    const human_presence_receipt = act.approved
      ? await approve(world, 'mandate.delegate', request, { actor: by, token })
      : await world.presence(tenant, { subject: by })
    const { body } = await world.call('mandate.delegate', { ...request, human_presence_receipt }, { token })
    if (body.mandate === undefined) return
    this.mandates.push(body.mandate)
    this.sources.push({ ref: body.mandate, holder: act.to, scope })
  }

  #source({ source }: { readonly source: number }) {
    return this.sources[source % this.sources.length]!
  }

  async #revoke(ref: Ref): Promise<void> {
    const reason = 'ended'
    const { tenant, world } = this
    if (ref.startsWith('mandate:')) {
      await world.admits('mandate.revoke', { tenant, mandate: ref, reason, fixture }, root)
      this.dead.add(ref)
    }
    if (ref === this.#granted.standing) {
      await world.admits('standing.revoke', { tenant, standing: ref, reason, fixture }, root)
      for (const mandate of this.mandates) this.dead.add(mandate)
    }
  }

  /** What must hold after every act. */
  async check(): Promise<void> {
    const { world, tenant } = this
    for (const mandate of this.mandates) {
      const shown = await world.admits('mandate.inspect', { tenant, mandate }, root)
      const above: readonly (readonly string[])[] = [
        this.powers,
        ...shown.authority_chain.map(({ powers }: { powers: string[] }) => powers),
      ]
      for (const act of shown.act_scope)
        for (const powers of above)
          assert.ok(holdsScope(powers, act), `${act} is not within ${powers.join()}`)
      assert.equal(shown.authority_chain.at(-1).ref, this.#granted.standing)
      if (shown.effective_status !== 'active') this.dead.add(mandate)
      assert.ok(
        !this.dead.has(mandate) || shown.effective_status !== 'active',
        `${mandate} came back to life`,
      )
    }
    const { counts } = await world.admits('m7.state', { tenant }, root)
    assert.equal(counts.standingGrants, 1)
  }
}

test('no delegate ever gains a power that the root did not list, and nothing comes back to life', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  let tenants = 0
  let delegated = 0
  const plays = fc.asyncProperty(subset(3), acts, async (powers, sequence) => {
    const play = new Play(world, `tenant_node:delegation_${++tenants}`, powers)
    await play.open()
    for (const act of sequence) {
      await play.do(act)
      await play.check()
    }
    delegated += play.mandates.length
  })
  await fc.assert(plays, { numRuns: 50 })
  assert.ok(delegated > 20, `only ${delegated} mandates were delegated: the property would hold nothing`)
})
