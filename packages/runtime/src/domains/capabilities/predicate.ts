import { isPredicateResult, limits, type PredicateResult } from '@membrane/contract'
import { Environment, type ASTNode } from '@marcbachmann/cel-js'
import { checkTree, variables, type Objection } from './cel-guard.ts'

type Compiled = (context: Record<string, unknown>) => unknown

const environment = new Environment({
  limits: {
    maxAstNodes: limits.predicateCharsMax,
    maxDepth: limits.predicateDepthMax,
    maxListElements: 64,
    maxMapEntries: 0,
    maxCallArguments: 2,
  },
})
for (const [name, type] of Object.entries(variables)) environment.registerVariable(name, type)

/** Predicates that passed, by their text: most evaluations are of a few. */
const compiled = new Map<string, Compiled>()
const compiledMax = 1_000

/** Whether a predicate is admitted, and what evaluating it costs at most. */
export function checkPredicate(expression: string): { readonly cost: number } | Objection {
  if (expression.length > limits.predicateCharsMax)
    return { at: limits.predicateCharsMax, why: `it is longer than ${limits.predicateCharsMax} characters` }
  try {
    const parsed = environment.parse(expression)
    const checked = checkTree(parsed.ast)
    if ('why' in checked) return checked
    const { valid, error } = parsed.check()
    return valid ? checked : { at: startOf(error), why: 'the types do not agree' }
  } catch (error) {
    return { at: startOf(error), why: 'it does not parse within the bounds' }
  }
}

/** The library's errors know their place; their text repeats the input and stays here. */
function startOf(error: unknown): number {
  const { range, node } = (error ?? {}) as { range?: { start: number }; node?: Pick<ASTNode, 'start'> }
  return range?.start ?? node?.start ?? 0
}

/** What an admitted predicate answers; undefined where it fails. It never throws. */
export function evaluatePredicate(
  expression: string,
  context: Record<string, unknown>,
): PredicateResult | undefined {
  const { stackTraceLimit } = Error
  // A quantifier makes and drops an error a turn; their stacks are read by nobody and cost most of the time.
  Error.stackTraceLimit = 0
  try {
    const result = compile(expression)?.(context)
    return isPredicateResult(result) ? result : undefined
  } catch {
    return undefined
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Checked here too: what an older runtime admitted is not evaluated past the bounds of this one. */
function compile(expression: string): Compiled | undefined {
  const known = compiled.get(expression)
  if (known !== undefined) return known
  if ('why' in checkPredicate(expression)) return undefined
  const fresh: Compiled = environment.parse(expression)
  if (compiled.size >= compiledMax) compiled.delete(compiled.keys().next().value!)
  compiled.set(expression, fresh)
  return fresh
}
