import {
  Capability,
  CapabilityManifest,
  isEvidence,
  kindOf,
  type CapabilityManifestState,
  type EffectGrammar,
  type Ref,
} from '@membrane/contract'
import type { Atom, View } from '../decision.ts'

/** Where a request names manifests: one itself, or by its capability (the newest then), and any among its evidence. */
export interface ManifestCitation {
  readonly capability_manifest?: Ref | undefined
  readonly capability?: Ref | undefined
  readonly evidence?: readonly Ref[] | undefined
}

export interface CitedManifests {
  /** Whether something that the request names is not of this tenant. */
  readonly unknown: boolean
  /** Every manifest that the request names, each once; the one that its own fields name is the first. */
  readonly manifests: readonly Atom<CapabilityManifestState>[]
}

/** Every manifest that a request cites; a manifest and a capability that do not belong together are unknown. */
export async function readCitedManifests(view: View, citation: ManifestCitation): Promise<CitedManifests> {
  const { capability_manifest, capability, evidence = [] } = citation
  const named = capability_manifest ?? capability
  const among = evidence.map(manifestOf).filter((entry) => manifestKinds.includes(kindOf(entry)))
  const manifests = new Map<Ref, Atom<CapabilityManifestState>>()
  let unknown = false
  for (const ref of new Set(named === undefined ? among : [named, ...among])) {
    const manifest = await readManifest(view, ref)
    const belongs = ref !== named || capability === undefined || manifest?.state.capability === capability
    if (manifest === undefined || !belongs) unknown = true
    else manifests.set(manifest.ref, manifest)
  }
  return { unknown, manifests: [...manifests.values()] }
}

const evidencePrefix = 'evidence_bundle:'
const manifestKinds: readonly string[] = [CapabilityManifest.kind, Capability.kind]

/** The manifest that a publication's evidence stands for; every other reference stands for itself. */
function manifestOf(ref: Ref): Ref {
  const within = ref.startsWith(evidencePrefix) ? ref.slice(evidencePrefix.length) : ref
  return kindOf(within) === CapabilityManifest.kind ? within : ref
}

async function readManifest(view: View, ref: Ref): Promise<Atom<CapabilityManifestState> | undefined> {
  if (kindOf(ref) !== Capability.kind) return view.get(CapabilityManifest, ref)
  const capability = await view.get(Capability, ref)
  return view.get(CapabilityManifest, capability?.state.capability_manifest)
}

export interface Effect {
  readonly kind: string
  readonly adapter?: string | undefined
  readonly mode?: string | undefined
}

/** Whether one rule of the grammar covers the effect. A rule that lists adapters or modes covers no others. */
export function allowsEffect(grammar: EffectGrammar, { kind, adapter, mode }: Effect): boolean {
  return grammar.some(
    (rule) => rule.effect_kind === kind && covers(rule.adapters, adapter) && covers(rule.modes, mode),
  )
}

function covers(listed: readonly string[] | null, value: string | undefined): boolean {
  return listed === null || (value !== undefined && listed.includes(value))
}

/** Whether the grammar calls a kind of effect sensitive; what it does not say, it does not take back. */
export function grammarSensitivity(grammar: EffectGrammar, kind: string): boolean {
  return grammar.some((rule) => rule.effect_kind === kind && rule.sensitive)
}

/** What is required, by a name or a whole reference, and not cited. */
export function missingEvidence(required: readonly string[], cited: readonly Ref[]): string[] {
  return required.filter((entry) => {
    const name = entry.startsWith(evidencePrefix) ? entry.slice(evidencePrefix.length) : entry
    return !cited.some((ref) => ref === entry || isEvidence(ref, name))
  })
}
