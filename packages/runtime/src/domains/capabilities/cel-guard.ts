import { isPredicateResult, limits } from '@membrane/contract'
import type { ASTNode } from '@marcbachmann/cel-js'
import {
  add,
  comparison,
  failure,
  lengthOf,
  measure,
  membership,
  nothing,
  search,
  steps,
} from './cel-cost.ts'
import type { Cost } from './cel-cost.ts'

/** A predicate that is not admitted: the offset of the place, and why. Nothing of its text. */
export interface Objection {
  readonly at: number
  readonly why: string
}

/** What a predicate may name; everything else is of its own comprehensions. */
export const variables = {
  subject: 'string',
  evidence_refs: 'list<string>',
  candidate_atom: 'map<string, dyn>',
  mandate: 'string',
  human_presence_receipt: 'string',
  reality: 'string',
} as const

const comprehensions: readonly string[] = ['all', 'exists', 'exists_one', 'filter']
const searches: readonly string[] = ['startsWith', 'endsWith', 'contains']
const comparisons: readonly string[] = ['<', '<=', '>', '>=']
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

/**
 * Holds a predicate against the rules, node by node, and bounds what evaluating it can cost: every list has at most
 * `evaluationEntriesMax` entries, since nothing that is allowed makes a longer one. No arithmetic, no maps, no
 * patterns, no conversions, no clock. The first objection ends the walk.
 */
export function checkTree(root: ASTNode): { readonly cost: number } | Objection {
  const walk = new Walk(failure(root.input.length))
  const cost = walk.leaf(root).steps
  if (walk.objection !== undefined) return walk.objection
  if (cost <= limits.predicateStepsMax) return { cost }
  return { at: 0, why: `it may cost ${cost} steps, where ${limits.predicateStepsMax} are allowed` }
}

/** A name that a comprehension binds. What is not known to be a single value may fail where it is used. */
interface Bound {
  readonly name: string
  readonly mayFail: boolean
}

function holdsSingles(range: ASTNode): boolean {
  if (range.op === 'list') return range.args.every(({ op }) => op === 'value')
  return range.op === 'id' && range.args === 'evidence_refs'
}

class Walk {
  objection: Objection | undefined = undefined
  readonly #bound: Bound[] = []
  readonly #failureSteps: number

  constructor(failureSteps: number) {
    this.#failureSteps = failureSteps
  }

  /** A place whose value is the answer: one of the eight results, or a choice between such places. */
  leaf(node: ASTNode): Cost {
    if (node.op === '?:') {
      const [condition, one, other] = node.args
      return add(steps.node, this.#visit(condition), this.leaf(one), this.leaf(other))
    }
    if (node.op === 'value' && isPredicateResult(node.args)) return add(steps.node)
    return this.#object(node, 'every leaf must be one of the eight results as a string')
  }

  #object({ start }: ASTNode, why: string): Cost {
    this.objection ??= { at: start, why }
    return nothing
  }

  #visit(node: ASTNode): Cost {
    if (this.objection !== undefined) return nothing
    switch (node.op) {
      case 'value':
        return this.#literal(node, node.args)
      case 'id':
        return this.#name(node, node.args)
      case '.':
        return { ...add(steps.access, this.#visit(node.args[0])), mayFail: true }
      case '[]':
        return { ...add(steps.access, ...this.#all(node.args)), mayFail: true }
      case '!_':
        return add(steps.node, this.#visit(node.args))
      case '-_':
        return this.#negative(node, node.args)
      case 'list':
      case '?:':
        return add(steps.node, ...this.#all(node.args))
      case '&&':
      case '||':
        return this.#choice(node.args)
      case '==':
      case '!=':
        return comparison(node.args, this.#all(node.args))
      case 'in':
        return membership(node.args, this.#all(node.args))
      case 'call':
        return this.#call(node, node.args)
      case 'rcall':
        return this.#method(node, node.args)
      default:
        if (!comparisons.includes(node.op)) return this.#object(node, 'the operator is not allowed')
        return comparison(node.args as [ASTNode, ASTNode], this.#all(node.args as [ASTNode, ASTNode]))
    }
  }

  #all(nodes: readonly ASTNode[]): Cost[] {
    return nodes.map((node) => this.#visit(node))
  }

  /** Either side may fail and be outvoted by the other: the failure is made all the same. */
  #choice(sides: readonly ASTNode[]): Cost {
    const costs = this.#all(sides)
    const failing = costs.filter(({ mayFail }) => mayFail).length
    return add(steps.node + failing * this.#failureSteps, ...costs)
  }

  #literal(node: ASTNode, value: unknown): Cost {
    if (typeof value === 'bigint' && value > int64.max)
      return this.#object(node, 'an integer must fit 64 bits')
    if (typeof value === 'object' && value !== null) return this.#object(node, 'the literal is not allowed')
    return add(steps.node)
  }

  #negative(node: ASTNode, operand: ASTNode): Cost {
    if (operand.op !== 'value' || (typeof operand.args !== 'bigint' && typeof operand.args !== 'number'))
      return this.#object(node, 'only a number may be negated')
    if (typeof operand.args === 'bigint' && -operand.args < int64.min)
      return this.#object(node, 'an integer must fit 64 bits')
    return add(steps.node)
  }

  #name(node: ASTNode, name: string): Cost {
    const bound = this.#bound.find((candidate) => candidate.name === name)
    if (bound !== undefined) return { steps: steps.node, mayFail: bound.mayFail }
    if (!Object.hasOwn(variables, name)) return this.#object(node, 'the variable is not declared')
    return { steps: steps.node, mayFail: name === 'candidate_atom' }
  }

  #call(node: ASTNode, [name, args]: readonly [string, readonly ASTNode[]]): Cost {
    const [only] = args
    if (only === undefined || args.length > 1) return this.#object(node, 'the function is not allowed')
    if (name === 'size') return add(measure(only), this.#visit(only))
    if (name !== 'has') return this.#object(node, 'the function is not allowed')
    return only.op === '.' ? add(steps.call, this.#visit(only)) : this.#object(only, 'has takes a field')
  }

  #method(node: ASTNode, [name, receiver, args]: readonly [string, ASTNode, readonly ASTNode[]]): Cost {
    const [first, second] = args
    if (name === 'size' && first === undefined) return add(measure(receiver), this.#visit(receiver))
    if (searches.includes(name) && first !== undefined && second === undefined) {
      if (first.op === 'value' && typeof first.args === 'string')
        return add(search(name, first.args), this.#visit(receiver))
      return this.#object(first, 'the text to look for must be a literal')
    }
    if (comprehensions.includes(name) && first !== undefined && second !== undefined)
      return this.#comprehension(receiver, first, second)
    return this.#object(node, 'the function is not allowed')
  }

  #comprehension(range: ASTNode, variable: ASTNode, body: ASTNode): Cost {
    const over = this.#visit(range)
    if (this.objection !== undefined) return nothing
    if (variable.op !== 'id') return this.#object(variable, 'a comprehension takes a name for its entries')
    const name = variable.args
    if (Object.hasOwn(variables, name) || this.#bound.some((bound) => bound.name === name))
      return this.#object(variable, 'a comprehension must not hide a name')
    if (this.#bound.length >= limits.predicateComprehensionsMax)
      return this.#object(variable, `comprehensions nest at most ${limits.predicateComprehensionsMax} deep`)
    this.#bound.push({ name, mayFail: !holdsSingles(range) })
    const inner = this.#visit(body)
    this.#bound.pop()
    const turn = steps.turn + inner.steps + (inner.mayFail ? this.#failureSteps : 0)
    return { steps: steps.loop + over.steps + lengthOf(range) * turn, mayFail: over.mayFail || inner.mayFail }
  }
}
