import {
  Capability,
  CapabilityManifest,
  identifierOf,
  kindOf,
  limits,
  operations,
  releaseOf,
  type CapabilityManifestState,
  type InputOf,
  type Manifest,
  type Ref,
} from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { admit, already, create, implement, refuse } from '../../admission/decision.ts'
import type { Atom, Context, View } from '../../admission/decision.ts'
import { put } from '../../admission/guards/place.ts'
import { parseManifest, type Fault, type ParsedManifest } from './manifest.ts'
import { checkPredicate } from './predicate.ts'

/** A manifest that holds by itself, under the refs that its content gives it. */
interface Candidate extends ParsedManifest {
  readonly capability: Ref
  readonly ref: Ref
  readonly hash: string
  readonly cost: number
}

type Manifests = readonly Atom<CapabilityManifestState>[]

interface Facts {
  readonly candidate: Candidate | Fault
  readonly stored: Atom<CapabilityManifestState> | undefined
  readonly imports: Manifests
  readonly closure: Manifests
  readonly sameRelease: Manifests
  readonly capability: Awaited<ReturnType<typeof readCapability>>
}

export const publishCapability = implement(operations['capability.publish'], {
  kept: ({ manifest: whole, ...parts }) => {
    const parsed = parseManifest({ ...parts, ...whole })
    return 'fault' in parsed ? {} : { manifest: { ...parsed.manifest } }
  },

  facts: async (input, view, at): Promise<Facts> => {
    const candidate = examine(input, at)
    if ('fault' in candidate) return { ...nothing, candidate }
    const { manifest, ref, capability } = candidate
    const imports = await readManifests(view, manifest.imports)
    const known = new Set(imports.map((atom) => atom.ref))
    const deeper = [...new Set(imports.flatMap(({ state }) => state.closure))].filter(
      (ref) => !known.has(ref),
    )
    const release = manifest.name === null ? null : releaseOf(capability, manifest.version)
    return {
      candidate,
      stored: await view.get(CapabilityManifest, ref),
      imports,
      closure: [...imports, ...(await readManifests(view, deeper))],
      sameRelease: release === null ? [] : await view.list(CapabilityManifest, 'release', release),
      capability: await readCapability(view, capability),
    }
  },

  decide: (input, { candidate, stored, imports, closure, sameRelease, capability }) => {
    if (input.fixture === false || input.manifest?.fixture === false) return refuse('koerper_fixture_only')
    if ('fault' in candidate) return refuse('capability_manifest_malformed', `${candidate.fault}.`)
    const { manifest, ref, hash } = candidate
    if (stored !== undefined)
      return already({ ...answerOf(stored), stable_code: 'capability_manifest_already_published' })
    const unresolved = unresolvedImport(candidate, imports)
    if (unresolved !== undefined)
      return refuse('capability_manifest_imports_unresolved', `/imports/${unresolved} is not of this tenant.`)
    if (closure.some(({ state }) => state.capability === candidate.capability))
      return refuse('capability_manifest_imports_cyclic')
    const tooMuch = excessOf(candidate, closure)
    if (tooMuch !== undefined) return refuse('capability_manifest_malformed', tooMuch)
    if (publishesItself(manifest)) return refuse('capability_self_publication_refused')
    if (sameRelease.length > 0) return refuse('capability_manifest_version_conflict')
    const state: CapabilityManifestState = {
      capability: candidate.capability,
      manifest_hash: hash,
      manifest,
      closure: closure.map((atom) => atom.ref),
      predicate_cost: candidate.cost,
      evidence_ref: `evidence_bundle:${ref}`,
      publication_status: 'fixture_durable',
    }
    const { name, version } = manifest
    const newest = { name, version, capability_manifest: ref }
    return admit(answerOf({ ref, state }), [
      create(CapabilityManifest, ref, state),
      put({ record: Capability, ref: candidate.capability, earlier: capability }, newest),
    ])
  },
})

const nothing = {
  stored: undefined,
  imports: [],
  closure: [],
  sameRelease: [],
  capability: undefined,
} as const

/** All that can be said of a manifest without the record. */
function examine(
  { manifest: whole, ...parts }: InputOf<typeof publishCapability.operation>,
  at: Context,
): Candidate | Fault {
  const parsed = parseManifest({ ...parts, ...whole })
  if ('fault' in parsed) return parsed
  const checked = checkPredicate(parsed.manifest.predicate.expression)
  if ('why' in checked) return { fault: `/predicate/expression at character ${checked.at}: ${checked.why}` }
  const hash = at.digest(canonicalJson(parsed.manifest))
  const { name } = parsed.manifest
  const capability = `capability:${name === null ? hash : encodeURIComponent(name)}`
  return { ...parsed, hash, capability, ref: `capability_manifest:${identifierOf(hash)}`, cost: checked.cost }
}

function readCapability(view: View, ref: Ref) {
  return view.get(Capability, ref)
}

async function readManifests(view: View, refs: readonly Ref[]): Promise<Manifests> {
  const found: Atom<CapabilityManifestState>[] = []
  for (const ref of refs) {
    const manifest = await view.get(CapabilityManifest, ref)
    if (manifest !== undefined) found.push(manifest)
  }
  return found
}

/** The place of the first import that the record does not hold, or holds under another hash. */
function unresolvedImport({ manifest, pins }: Candidate, imports: Manifests): number | undefined {
  const resolves = (ref: Ref): boolean => {
    const found = imports.find((atom) => atom.ref === ref)
    return (
      found !== undefined &&
      pins.every((pin) => pin.import !== ref || pin.manifest_hash === found.state.manifest_hash)
    )
  }
  const at = manifest.imports.findIndex((ref) => !resolves(ref))
  return at < 0 ? undefined : at
}

function excessOf({ cost }: Candidate, closure: Manifests): string | undefined {
  if (closure.length > limits.manifestImportsMax)
    return `/imports leads to more than ${limits.manifestImportsMax} manifests.`
  const all = closure.reduce((sum, { state }) => sum + state.predicate_cost, cost)
  if (all <= limits.predicateStepsMax) return undefined
  return `The predicate and those of its imports may cost ${all} steps, where ${limits.predicateStepsMax} are allowed.`
}

/** A capability is no publisher, and a publisher's own word alone is no attestation. */
function publishesItself({ publisher, attestations }: Manifest): boolean {
  if ([Capability.kind, CapabilityManifest.kind].includes(kindOf(publisher))) return true
  return attestations.length > 0 && attestations.every(({ attestor }) => attestor === publisher)
}

function answerOf({ ref, state }: Pick<Atom<CapabilityManifestState>, 'ref' | 'state'>) {
  return {
    capability: state.capability,
    capabilityManifest: ref,
    manifestHash: state.manifest_hash,
    durableState: { evidenceRef: state.evidence_ref, publicationStatus: state.publication_status },
  }
}
