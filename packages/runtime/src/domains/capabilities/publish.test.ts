import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { suite, test } from 'node:test'
import { canonicalJson } from '@membrane/ledger'
import { refusing, World } from '@membrane/testkit'

const manifest = {
  name: 'invoice approval',
  version: '1.0.0',
  publisher: 'human_person:ada',
  schema: { type: 'object', properties: { amount_cents: { type: 'integer' } } },
  predicate: { language: 'cel', expression: 'size(evidence_refs) > 0 ? "holds" : "requires_evidence"' },
  effect_grammar: [{ effect_kind: 'notification', adapters: ['fixture'], modes: ['email'], sensitive: true }],
  required_evidence: ['invoice_payload'],
  imports: [],
  attestations: [{ attestor: 'professional_reviewer:eve', statement_hash: 'sha256:statement' }],
}

test('a manifest is durable, known by its hash, and its receipt says why', async () => {
  await using world = await World.start()
  const answer = await world.call('capability.publish', manifest)
  assert.equal(answer.outcome, 'admitted')
  const { capability, capabilityManifest, manifestHash, durableState } = answer.body
  const hex = createHash('sha256')
    .update(canonicalJson({ ...manifest, attestations: attested }))
    .digest('hex')
  assert.equal(manifestHash, `sha256:${hex}`)
  assert.equal(capabilityManifest, `capability_manifest:${hex}`)
  assert.equal(capability, 'capability:invoice%20approval')
  assert.equal(durableState.publicationStatus, 'fixture_durable')
  assert.equal(durableState.evidenceRef, `evidence_bundle:${capabilityManifest}`)
  assert.equal(durableState.record, capabilityManifest)
  assert.ok(answer.receipt.reasons.length > 0)
  assert.equal(answer.receipt.fixture, true)
  assert.equal(answer.receipt.log_index, 0)
})

const attested = manifest.attestations.map((attestation) => ({ ...attestation, signature_hex: null }))

test('the same manifest again is verified with the same refs, in whatever form it is sent', async () => {
  await using world = await World.start()
  const first = await world.admits('capability.publish', manifest)
  assert.equal('stable_code' in first, false)
  const again = await world.call('capability.publish', { manifest })
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'capability_manifest_already_published')
  assert.equal(again.receipt.commit, null)
  for (const field of ['capability', 'capabilityManifest', 'manifestHash'])
    assert.equal(again.body[field], first[field])
  assert.equal(again.body.durableState.evidenceRef, first.durableState.evidenceRef)
})

test('short forms mean what they abbreviate', async () => {
  await using world = await World.start()
  const [base, attestor] = ['human_person:ada', 'professional_reviewer:eve']
  const imported = await world.admits('capability.publish', { ...manifest, name: 'base' })
  const short = {
    publisher: base,
    schema: 'schema:invoice',
    predicate: 'holds',
    effect_grammar: ['notification'],
    imports: [imported.capabilityManifest],
    attestations: [attestor],
  }
  const long = {
    name: null,
    publisher: base,
    schema: 'schema:invoice',
    predicate: { language: 'cel', expression: '"holds"' },
    effect_grammar: [{ effect_kind: 'notification', adapters: null }],
    required_evidence: [],
    imports: [{ capability_manifest: imported.capabilityManifest, manifest_hash: imported.manifestHash }],
    attestations: [{ attestor }],
  }
  const published = await world.admits('capability.publish', { manifest: short })
  const again = await world.call('capability.publish', long)
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.capabilityManifest, published.capabilityManifest)
  assert.equal(published.capability, `capability:${published.manifestHash}`)
})

test('a tenant does not see the manifests of another', async () => {
  await using world = await World.start()
  const here = await world.admits('capability.publish', { ...manifest, tenant: 'tenant_node:here' })
  const other = { ...manifest, name: 'other', tenant: 'tenant_node:there' }
  await world.refuses('capability.publish', 'capability_manifest_imports_unresolved', {
    ...other,
    imports: [here.capabilityManifest],
  })
  const there = await world.call('capability.publish', { ...manifest, tenant: 'tenant_node:there' })
  assert.equal(there.outcome, 'admitted')
})

test('a manifest published in a projection is of the record once it is promoted', async () => {
  await using world = await World.start()
  const { projection: reality } = await world.admits('reality.fork', { purpose: 'a stricter policy' })
  await world.admits('reality.commit', { reality, operation: 'capability.publish', input: manifest })
  const capability = 'capability:invoice%20approval'
  const evaluate = { capability, context: { evidence_refs: ['evidence_bundle:invoice_payload'] } }
  await world.refuses('capability.policy.evaluate', 'capability_manifest_unknown', evaluate)
  await world.admits('reality.promote', { reality, evidence: ['evidence_bundle:promotion_approval'] })
  const { decision } = await world.admits('capability.policy.evaluate', evaluate)
  assert.equal(decision.holds, true)
  const again = await world.call('capability.publish', manifest)
  assert.equal(again.body.stable_code, 'capability_manifest_already_published')
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, 'capability.publish', manifest)
  const { capabilityManifest: first } = await world.admits('capability.publish', manifest)
  const { capabilityManifest: second } = await world.admits('capability.publish', {
    ...manifest,
    name: 'payment approval',
    imports: [first],
  })

  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('koerper_fixture_only', { manifest: { ...manifest, fixture: false } })
  await refuses('capability_manifest_imports_unresolved', { imports: ['capability_manifest:none'] })
  await refuses('capability_manifest_imports_unresolved', { imports: ['human_person:ada'] })
  await refuses('capability_manifest_imports_unresolved', {
    imports: [{ capability_manifest: first, manifest_hash: `sha256:${'0'.repeat(64)}` }],
  })
  await refuses('capability_manifest_imports_cyclic', { version: '2.0.0', imports: [first] })
  await refuses('capability_manifest_imports_cyclic', { version: '2.0.0', imports: [second] })
  await refuses('capability_self_publication_refused', { publisher: 'capability:invoice%20approval' })
  await refuses('capability_self_publication_refused', { attestations: ['human_person:ada'] })
  await refuses('capability_manifest_version_conflict', { predicate: 'refuses' })
  await world.admits('capability.publish', { ...manifest, version: '1.0.1', predicate: 'refuses' })
})

suite('a malformed manifest is refused with where and why', async () => {
  const secret = 'hunter2'
  const predicate = (expression: string) => ({ predicate: { language: 'cel', expression } })
  const malformed: Readonly<Record<string, readonly [object, RegExp]>> = {
    'no publisher': [{ publisher: null }, /\/publisher must be sent/],
    'more than an evaluation may read': [
      { schema: { $comment: secret.repeat(10_000) } },
      /longer than 65536/,
    ],
    'no schema': [{ schema: null }, /\/schema must be sent/],
    'no predicate': [{ predicate: null }, /\/predicate must be sent/],
    'a publisher that is no reference': [{ publisher: secret }, /\/publisher must be a reference/],
    'a version that is none': [{ version: '1.0' }, /\/version must be a version of the form/],
    'another language': [{ predicate: { language: 'rego', expression: secret } }, /\/predicate\/language/],
    'a word that is no result': [{ predicate: 'allows' }, /\/predicate/],
    'a grammar that is no list': [{ effect_grammar: { effect_kind: secret } }, /\/effect_grammar/],
    'a rule without a kind': [
      { effect_grammar: [{ adapters: [secret] }] },
      /\/effect_grammar\/0\/effect_kind/,
    ],
    'a sensitivity that is no boolean': [
      { effect_grammar: ['a', { effect_kind: 'b', sensitive: secret }] },
      /\/effect_grammar\/1\/sensitive/,
    ],
    'evidence without a name': [{ required_evidence: [''] }, /\/required_evidence\/0/],
    'an import that is no reference': [{ imports: [secret] }, /\/imports\/0/],
    'more imports than are allowed': [{ imports: Array(33).fill('capability_manifest:a') }, /\/imports/],
    'a signature that is no hex': [
      { attestations: [{ attestor: 'human_person:eve', signature_hex: secret }] },
      /\/attestations\/0\/signature_hex must be lower-case hex digits/,
    ],
    'a schema of no known type': [{ schema: { type: secret } }, /\/schema is not a JSON Schema 2020-12/],
    'a schema with a broken keyword': [{ schema: { properties: [secret] } }, /\/schema is not a JSON Schema/],
    'a schema of another dialect': [
      { schema: { $schema: 'http://json-schema.org/draft-07/schema#' } },
      /dialect 2020-12/,
    ],
    'a schema that is a number': [{ schema: 7 }, /\/schema must be an object or a boolean/],
    'a predicate that does not parse': [
      predicate(`"holds" ${secret}`),
      /at character \d+: it does not parse/,
    ],
    'a leaf that is no result': [
      predicate(`subject == "a" ? "holds" : "${secret}"`),
      /character 27: every leaf/,
    ],
  }
  for (const [name, [patch, why]] of Object.entries(malformed)) {
    test(name, async () => {
      await using world = await World.start()
      const answer = await world.refuses('capability.publish', 'capability_manifest_malformed', {
        ...manifest,
        ...patch,
      })
      assert.match(answer.body.detail, why)
      assert.ok(!JSON.stringify(answer.envelope).includes(secret), 'what was sent is repeated')
    })
  }
})
