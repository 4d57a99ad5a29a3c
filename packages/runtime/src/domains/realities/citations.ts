import { kindOf, recordReality, type RecordType, type Ref } from '@membrane/contract'
import type { View } from '../../admission/decision.ts'

/** Any kind of record, by its name alone. */
export function anyKind(kind: string): RecordType<unknown> {
  return { kind, index: {} }
}

/**
 * Whether one of the references is an atom of a projection that the view does not see. References that are no atoms,
 * as evidence bundles are not, and those that the view holds are nobody's but its own.
 */
export async function citesUnseenProjection(view: View, tenant: Ref, refs: readonly Ref[]): Promise<boolean> {
  for (const ref of new Set(refs)) {
    if (kindOf(ref) === 'evidence_bundle') continue
    const [newest] = await view.log.commits(tenant, { before: null, limit: 1, ref })
    const atom = newest?.atoms.find((candidate) => candidate.ref === ref)
    if (atom === undefined || atom.reality === recordReality) continue
    if ((await view.get(anyKind(atom.kind), ref)) === undefined) return true
  }
  return false
}

/** The evidence that an operation's input cites. */
export function evidenceIn(input: Readonly<Record<string, unknown>> | undefined): Ref[] {
  const evidence: unknown = input?.evidence
  return Array.isArray(evidence) ? evidence.filter((ref) => typeof ref === 'string') : []
}
