import { limits } from '@membrane/contract'
import type { ASTNode } from '@marcbachmann/cel-js'

/** What evaluating a part of a predicate may cost at most, and whether it may end in an error. */
export interface Cost {
  readonly steps: number
  readonly mayFail: boolean
}

/** Costs in steps of 20 ns at most: what `bench/capabilities.ts` measures at the bounds of a context, with room. */
export const steps = {
  node: 2,
  scan: 1,
  access: 6,
  compare: 6,
  dispatch: 10,
  call: 16,
  turn: 6,
  loop: 24,
} as const

const long = { compare: 20, measure: 400, search: 350, searchedChar: 25, comparedChar: 1 } as const

export const nothing: Cost = { steps: 0, mayFail: false }

export function add(own: number, ...parts: readonly Cost[]): Cost {
  return {
    steps: parts.reduce((sum, part) => sum + part.steps, own),
    mayFail: parts.some(({ mayFail }) => mayFail),
  }
}

/** An error costs its making: its message repeats the source. */
export function failure(sourceChars: number): number {
  return 200 + sourceChars
}

type Pair = readonly [ASTNode, ASTNode]

/** Equality looks no deeper than the smaller side goes; an order is of single values. */
export function comparison([left, right]: Pair, costs: readonly Cost[]): Cost {
  const both = add(steps.compare, ...costs)
  const dispatch = both.mayFail ? steps.dispatch : 0
  const text = left.op === 'value' || right.op === 'value' ? 0 : long.compare
  const depth = Math.min(valuesIn(left, costs[0]!), valuesIn(right, costs[1]!)) - 1
  return { ...both, steps: both.steps + dispatch + text + depth * steps.compare }
}

/** Each entry is compared with the value sought. */
export function membership([left, right]: Pair, costs: readonly Cost[]): Cost {
  const each = left.op === 'value' ? steps.scan : 2 * steps.scan
  const seen = lengthOf(right) * each
  const deep = valuesIn(left, costs[0]!) > 1 ? valuesOf(right) * steps.compare : 0
  return add(steps.dispatch + seen + deep, ...costs)
}

/** Looking for a literal tries it at every place of a text in the worst case, or once at an end of it. */
export function search(name: string, literal: string): number {
  if (name === 'contains') return steps.call + long.search + long.searchedChar * literal.length
  return steps.call + long.comparedChar * literal.length
}

/** The size of a text is counted by its code points. */
export function measure(node: ASTNode): number {
  const listed = node.op === 'list' || (node.op === 'id' && node.args === 'evidence_refs')
  return listed ? steps.call : long.measure
}

/** How many entries a list may have. */
export function lengthOf(node: ASTNode): number {
  return node.op === 'list' ? node.args.length : limits.evaluationEntriesMax
}

/** How many values a comparison may have to look at. Of names only lists and what may fail hold more than one. */
function valuesIn(node: ASTNode, { mayFail }: Cost): number {
  const single = node.op === 'id' && node.args !== 'evidence_refs' && !mayFail
  return single ? 1 : valuesOf(node)
}

function valuesOf(node: ASTNode): number {
  if (node.op === 'value' || node.op === '-_') return 1
  if (node.op === 'id' && node.args === 'evidence_refs') return limits.evaluationEntriesMax
  if (node.op === 'list') return node.args.reduce((count, entry) => count + valuesOf(entry), 1)
  return limits.evaluationValuesMax
}
