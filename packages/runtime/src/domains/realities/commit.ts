import {
  EvidenceAtom,
  findOperation,
  identifierOf,
  operations,
  ProjectedOperation,
  recordReality,
  type OperationName,
  type ProjectedOperationState,
  type Ref,
} from '@membrane/contract'
import {
  admit,
  create,
  implement,
  passOn,
  refuse,
  type Context,
  type Step,
  type View,
  type Write,
} from '../../admission/decision.ts'
import { citedAtoms, citesUnseenProjection, citingFields } from '../../admission/guards/citations.ts'
import { isOpen, readReality, refuseClosed, refuseUnspecified } from './projection.ts'

interface Asked {
  readonly evidence?: readonly Ref[]
  readonly operation?: string
  readonly input?: Readonly<Record<string, unknown>>
}

export const commitInReality = implement(operations['reality.commit'], {
  facts: async (input, view, at) => {
    const found = await readReality(view, input.reality)
    if (found !== 'record' && !isOpen(found)) return { found, leaks: false, step: undefined }
    const own = found === 'record' ? view : view.within(found.ref, found.state.base_sequence)
    const leaks = await citesUnseenProjection(own, at.tenant, citedBy(input))
    return {
      found,
      leaks,
      step: leaks || found === 'record' ? undefined : await runInside(input, found, view),
    }
  },

  decide: (input, { found, leaks, step }, at) => {
    const { operation, evidence = [] } = input
    const unspecified = refuseUnspecified(input.reality)
    if (unspecified) return unspecified
    if (input.leak_to_record === true) return refuse('reality_record_cites_projected')
    if (found !== 'record' && !isOpen(found)) return refuseClosed(found)
    const reality = found === 'record' ? recordReality : found.ref
    if (operation !== undefined && found === 'record') return refuse('reality_not_projected')
    if (operation !== undefined && !isProjectable(operation))
      return refuse('reality_operation_not_projectable')
    if (operation === undefined && evidence.length === 0) return refuse('required_evidence_missing')
    if (leaks)
      return refuse(
        found === 'record' ? 'reality_record_cites_projected' : 'reality_projected_cites_other_projection',
      )
    if (step?.refused) return passOn(step.refused, placesIn(step.refused.facts))
    if (step) return admitStep(reality, step, at)

    const atom = at.mint('evidence_atom')
    const write = create(EvidenceAtom, atom, { evidence })
    const again = { reality: recordReality, evidence }
    const done = { reality, operation: 'reality.commit', input: again, body: { atom } }
    const written = { kind: write.record.kind, ref: atom, version: 1 }
    const kept = { ...done, identifier: identifierOf(atom), atoms: [written] }
    const body = { atom, reality, operation: null, atoms: [written], result: {} }
    return admit(body, found === 'record' ? [write] : [write, keep(kept, at)], { reality })
  },
})

/** What is cited, by the operation inside as well. */
function citedBy({ operation, input = {}, ...outer }: Asked): readonly Ref[] {
  const inner = operation === undefined ? undefined : findOperation(operation)
  const inside = inner === undefined ? [] : citedAtoms(citingFields(inner), input)
  return [...citedAtoms(['evidence'], outer), ...inside]
}

function isProjectable(name: string): boolean {
  return findOperation(name)?.projectable === true
}

/** Runs the operation that was asked for as a step inside the projection. */
async function runInside(
  { operation, input = {} }: Asked,
  { ref, state }: { readonly ref: Ref; readonly state: { readonly base_sequence: number } },
  view: View,
): Promise<Step | undefined> {
  if (operation === undefined || !isProjectable(operation)) return undefined
  const name = findOperation(operation)!.name as OperationName
  return view.run(name, input, { reality: ref, base: state.base_sequence })
}

/** The step's own writes, and what is needed to admit it again on the record. A step that wrote nothing leaves nothing. */
function admitStep(reality: Ref, step: Step, at: Context) {
  const atoms = step.writes.map(({ record, ref, version }) => ({ kind: record.kind, ref, version }))
  const { operation, input, body: result, causes } = step
  const body = { atom: atoms[0]?.ref ?? null, reality, operation, atoms, result }
  if (atoms.length === 0) return admit(body, [], { outcome: 'verified', reasons: step.reasons })
  const identifier = identifierOf(step.commit)
  const kept = keep({ reality, operation, input, body: result, identifier, atoms }, at)
  return admit(body, [...step.writes, kept], { reality, causes })
}

function keep(state: ProjectedOperationState, at: Context): Write {
  return create(ProjectedOperation, at.mint('projected_operation'), state)
}

/** Where a field of the inner input is malformed, as the caller of this operation sees it. */
function placesIn({ fields }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Array.isArray(fields)) return {}
  const inner = fields as readonly { readonly path: string; readonly rule: string }[]
  return { fields: inner.map(({ path, rule }) => ({ path: `/input${path}`, rule })) }
}
