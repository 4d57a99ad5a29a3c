import cedar from '@cedar-policy/cedar-wasm/nodejs'
import type { CapabilityManifestState } from '@membrane/contract'
import { celValues, readContext } from '../packages/runtime/src/domains/capabilities/context.ts'
import { decidePolicy } from '../packages/runtime/src/domains/capabilities/decide-policy.ts'
import { checkPredicate, evaluatePredicate } from '../packages/runtime/src/domains/capabilities/predicate.ts'
import { median, table } from './harness.ts'

const rounds = 7
const roundMs = 300
const evidence = 'evidence_bundle:invoice_payload'

/** One decision in both languages, and the slowest predicates that the guard lets pass. */
export async function benchCapabilities(): Promise<string> {
  const rows = [4, 64, 256].map((refs) => compare(refs))
  const slowest = hostile.map(measure).toSorted((a, b) => b.medianMs - a.medianMs)
  return `## Capabilities

The same decision over the same context, from JSON to answer: the kind is compared, an amount bounded, one evidence
ref found among many. Cedar runs its preparsed policy set. Medians of ${rounds} rounds, taken in turns.

${table(['evidence refs', 'predicate a second', 'Cedar (wasm) a second', 'ratio'], rows)}

The slowest predicates that are admitted, over ${evidenceMax} evidence refs and a context at every bound (goal: a median
under 5 ms; the slowest of 25 shows what else runs on the machine):

${table(
  ['predicate', 'steps', 'median ms', 'slowest of 25, ms'],
  slowest
    .slice(0, 6)
    .map(({ name, steps, medianMs, maxMs }) => [name, steps, medianMs.toFixed(2), maxMs.toFixed(2)]),
)}
`
}

function contextWith(refs: number): Record<string, unknown> {
  const evidence_refs = Array.from({ length: refs - 1 }, (_, at) => `evidence_bundle:line_${at}`)
  return {
    subject: 'human_person:ada',
    evidence_refs: [...evidence_refs, evidence],
    candidate_atom: { kind: 'invoice', fields: { amount_cents: 4_200, currency: 'EUR' } },
  }
}

function compare(refs: number): (string | number)[] {
  const context = contextWith(refs)
  const ours = decideHere(context)
  const theirs = decideInCedar(context)
  if (!ours() || !theirs()) throw new Error('the two do not decide alike')
  const rates = Array.from({ length: rounds }, () => [rateOf(ours), rateOf(theirs)] as const)
  const [here, there] = [median(rates.map(([rate]) => rate)), median(rates.map(([, rate]) => rate))]
  const shown = (rate: number): string => Math.round(rate).toLocaleString('en')
  return [refs, shown(here), shown(there), `${(here / there).toFixed(1)}×`]
}

function decideHere(context: Record<string, unknown>): () => boolean {
  const expression = `candidate_atom.kind == "invoice" && candidate_atom.fields.amount_cents <= 100000
    && "${evidence}" in evidence_refs ? "holds" : "refuses"`
  const manifest = { required_evidence: [], predicate: { language: 'cel', expression } }
  const rule = { ref: 'capability_manifest:bench', state: { manifest } as unknown as CapabilityManifestState }
  return () => {
    const read = readContext(context)
    return !('fault' in read) && decidePolicy([rule], read)!.holds
  }
}

function decideInCedar(context: Record<string, unknown>): () => boolean {
  const policy = `permit(principal, action, resource) when { context.candidate_atom.kind == "invoice"
    && context.candidate_atom.fields.amount_cents <= 100000 && context.evidence_refs.contains("${evidence}") };`
  cedar.preparsePolicySet('bench', { staticPolicies: policy })
  const call = {
    principal: { type: 'Person', id: 'ada' },
    action: { type: 'Action', id: 'decide' },
    resource: { type: 'Capability', id: 'bench' },
    context: context as cedar.Context,
    preparsedPolicySetId: 'bench',
    entities: [],
  }
  return () => {
    const answer = cedar.statefulIsAuthorized(call)
    return answer.type === 'success' && answer.response.decision === 'allow'
  }
}

function rateOf(decide: () => boolean): number {
  const startedAt = performance.now()
  let made = 0
  while (performance.now() - startedAt < roundMs) for (let batch = 0; batch < 50; batch++, made++) decide()
  return (made / (performance.now() - startedAt)) * 1000
}

const evidenceMax = 256
const field = 'candidate_atom.fields'
const chars = 'a'.repeat(480)

/** Every kind of part that a predicate may repeat, at the bounds of a context. */
const hostile = Object.entries({
  comparisons: (n: number) => over('e != "x"', n),
  orders: (n: number) => over('(e > subject || true)', n),
  constants: (n: number) => over('true', n),
  negations: (n: number) => over(`${'!'.repeat(20)}true`, n),
  choices: (n: number) => over('(true ? true : false)', n),
  'literal lists': (n: number) => over('!(e in ["x", "y", "z"])', n),
  'lists compared': (n: number) => over('[1, 2, 3] == [1, 2, 3]', n),
  'empty comprehensions': (n: number) => over('[].all(x, true)', n),
  'searches for little': (n: number) => over('!e.contains("ab")', n),
  searches: (n: number) => over('!e.contains("aaaaaab")', n),
  'searches for more': (n: number) => over(`!e.contains("${'a'.repeat(18)}b")`, n),
  beginnings: (n: number) => over('!e.startsWith("evidence_bundle:b")', n),
  'sizes of texts': (n: number) => over('size(e) > 0', n),
  'lists of the context': (n: number) => over(`!(1000 in ${field}.numbers)`, n),
  'texts of the context': (n: number) => over(`!("${'a'.repeat(100)}" in ${field}.texts)`, n),
  'fields inside': (n: number) => over(`${field}.amount < 5.5`, n),
  'fields tested': (n: number) => over(`has(${field}.amount)`, n),
  'errors dropped': (n: number) => `evidence_refs.exists(e, ${joined(`${field}.missing == 1`, ' || ', n)})`,
  'fields outside': (n: number) => joined(`${field}.amount < 5.5`, ' && ', n),
  filters: (n: number) => joined('size(evidence_refs.filter(x, x != "")) > 0', ' && ', n),
  'filters compared': (n: number) => joined('evidence_refs.filter(x, true) == evidence_refs', ' && ', n),
  'fields compared': (n: number) => joined(`[${field}] == [${field}]`, ' && ', n),
})

function over(part: string, count: number): string {
  return `evidence_refs.all(e, ${joined(part, ' && ', count)})`
}

function joined(part: string, by: string, count: number): string {
  return Array<string>(count).fill(part).join(by)
}

const values = celValuesAtBounds()

function celValuesAtBounds(): Record<string, unknown> {
  const context = readContext({
    subject: `human_person:${chars}`,
    evidence_refs: Array.from({ length: evidenceMax }, (_, at) => `evidence_bundle:${chars}${at}`),
    candidate_atom: {
      fields: {
        amount: 1,
        numbers: Array.from({ length: 256 }, (_, at) => at),
        texts: Array.from({ length: 256 }, () => chars),
      },
    },
  })
  if ('fault' in context) throw new Error(`the context is ${context.fault}`)
  return celValues(context)
}

/** The longest predicate of a family that is still admitted. */
function measure([name, make]: readonly [string, (count: number) => string]) {
  let [expression, steps] = ['', 0]
  for (let count = 1; ; count++) {
    const longer = `${make(count)} ? "holds" : "refuses"`
    const checked = checkPredicate(longer)
    if ('why' in checked) break
    ;[expression, steps] = [longer, checked.cost]
  }
  if (steps === 0) throw new Error(`no predicate of ${name} is admitted: the family measures nothing`)
  for (let warm = 0; warm < 5; warm++) evaluatePredicate(expression, values)
  const times = Array.from({ length: 25 }, () => {
    const startedAt = performance.now()
    evaluatePredicate(expression, values)
    return performance.now() - startedAt
  })
  return { name, steps, medianMs: median(times), maxMs: Math.max(...times) }
}
