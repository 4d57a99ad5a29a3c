import { kindOf, recordReality, type Operation, type RecordType, type Ref } from '@membrane/contract'
import type { View } from '../decision.ts'

type Input = Readonly<Record<string, unknown>>

/** Any kind of record, by its name alone. */
export function anyKind(kind: string): RecordType<unknown> {
  return { kind, index: {} }
}

/** The fields by which an operation cites. */
export function citingFields({ request }: Operation): readonly string[] {
  return Object.keys(request).filter((name) => request[name]!.cites)
}

/** Atoms that an input cites by these fields. Evidence bundles are kept elsewhere: they are none. */
export function citedAtoms(fields: readonly string[], input: Input): readonly Ref[] {
  const cited = fields.flatMap((name) => input[name] ?? [])
  return cited.filter((ref) => typeof ref === 'string' && kindOf(ref) !== 'evidence_bundle') as Ref[]
}

/**
 * Whether one of the references is an atom of a projection that the view does not see. References that are no atoms,
 * and those that the view holds, are nobody's but its own.
 */
export async function citesUnseenProjection(view: View, tenant: Ref, refs: readonly Ref[]): Promise<boolean> {
  for (const ref of new Set(refs)) {
    const [newest] = await view.log.commits(tenant, { before: null, limit: 1, ref })
    const atom = newest?.atoms.find((candidate) => candidate.ref === ref)
    if (atom === undefined || atom.reality === recordReality) continue
    if ((await view.get(anyKind(atom.kind), ref)) === undefined) return true
  }
  return false
}
