import { isPredicateResult, limits } from '@membrane/contract'
import type { ASTNode } from '@marcbachmann/cel-js'

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
const affixes: readonly string[] = ['startsWith', 'endsWith']
const comparisons: readonly string[] = ['<', '<=', '>', '>=']
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

/** Costs in evaluation steps, about 20 ns each, at the bounds of an evaluation context. */
const steps = { node: 1, text: 4, search: 60, measure: 120, turn: 4 } as const

/**
 * Holds a predicate against the rules, node by node, and bounds what evaluating it can cost: every list has at most
 * `evaluationEntriesMax` entries, since nothing that is allowed makes a longer one. No arithmetic, no maps, no
 * patterns, no conversions, no clock. The first objection ends the walk.
 */
export function checkTree(root: ASTNode): { readonly cost: number } | Objection {
  const walk = new Walk()
  const cost = walk.leaf(root)
  if (walk.objection !== undefined) return walk.objection
  if (cost <= limits.predicateStepsMax) return { cost }
  return { at: 0, why: `it may cost ${cost} steps, where ${limits.predicateStepsMax} are allowed` }
}

class Walk {
  objection: Objection | undefined = undefined
  readonly #bound: string[] = []

  /** A place whose value is the answer: one of the eight results, or a choice between such places. */
  leaf(node: ASTNode): number {
    if (node.op === '?:') {
      const [condition, one, other] = node.args
      return this.#visit(condition) + Math.max(this.leaf(one), this.leaf(other)) + steps.node
    }
    if (node.op === 'value' && isPredicateResult(node.args)) return steps.node
    return this.#object(node, 'every leaf must be one of the eight results as a string')
  }

  #object({ start }: ASTNode, why: string): number {
    this.objection ??= { at: start, why }
    return 0
  }

  #visit(node: ASTNode): number {
    if (this.objection !== undefined) return 0
    switch (node.op) {
      case 'value':
        return this.#literal(node, node.args)
      case 'id':
        return this.#name(node, node.args)
      case '.':
        return this.#visit(node.args[0]) + steps.node
      case '[]':
        return this.#visit(node.args[0]) + this.#visit(node.args[1]) + steps.node
      case 'list':
        return this.#all(node.args) + steps.node
      case '!_':
        return this.#visit(node.args) + steps.node
      case '-_':
        return this.#negative(node, node.args)
      case '?:':
        return this.#all(node.args) + steps.node
      case '&&':
      case '||':
        return this.#all(node.args) + steps.node
      case '==':
      case '!=':
        return this.#all(node.args) + this.#equality(node.args)
      case 'in':
        return this.#all(node.args) + this.#membership(node.args)
      case 'call':
        return this.#call(node, node.args)
      case 'rcall':
        return this.#method(node, node.args)
      default:
        if (comparisons.includes(node.op)) return this.#all(node.args as readonly ASTNode[]) + steps.text
        return this.#object(node, 'the operator is not allowed')
    }
  }

  #all(nodes: readonly ASTNode[]): number {
    return nodes.reduce<number>((cost, node) => cost + this.#visit(node), 0)
  }

  #literal(node: ASTNode, value: unknown): number {
    if (typeof value === 'bigint' && value > int64.max)
      return this.#object(node, 'an integer must fit 64 bits')
    if (typeof value === 'object' && value !== null) return this.#object(node, 'the literal is not allowed')
    return steps.node
  }

  #negative(node: ASTNode, operand: ASTNode): number {
    if (operand.op !== 'value' || (typeof operand.args !== 'bigint' && typeof operand.args !== 'number'))
      return this.#object(node, 'only a number may be negated')
    if (typeof operand.args === 'bigint' && -operand.args < int64.min)
      return this.#object(node, 'an integer must fit 64 bits')
    return steps.node
  }

  #name(node: ASTNode, name: string): number {
    const known = Object.hasOwn(variables, name) || this.#bound.includes(name)
    return known ? steps.node : this.#object(node, 'the variable is not declared')
  }

  #equality([left, right]: readonly [ASTNode, ASTNode]): number {
    return steps.text * Math.min(valuesOf(left), valuesOf(right))
  }

  #membership([left, right]: readonly [ASTNode, ASTNode]): number {
    return Math.max(lengthOf(right), Math.min(valuesOf(right), lengthOf(right) * valuesOf(left)))
  }

  #call(node: ASTNode, [name, args]: readonly [string, readonly ASTNode[]]): number {
    const [only] = args
    if (only === undefined || args.length > 1) return this.#object(node, 'the function is not allowed')
    if (name === 'has') {
      return only.op === '.' ? this.#visit(only) : this.#object(only, 'has takes a field')
    }
    if (name === 'size') return this.#visit(only) + measureOf(only)
    return this.#object(node, 'the function is not allowed')
  }

  #method(node: ASTNode, [name, receiver, args]: readonly [string, ASTNode, readonly ASTNode[]]): number {
    const cost = this.#visit(receiver)
    const [first, second] = args
    if (name === 'size' && first === undefined) return cost + measureOf(receiver)
    if (first !== undefined && second === undefined) {
      if (affixes.includes(name)) return cost + this.#visit(first) + steps.text
      if (name === 'contains') return cost + this.#needle(first)
    }
    if (comprehensions.includes(name) && args.length === 2)
      return cost + this.#comprehension(receiver, first!, second!)
    return this.#object(node, 'the function is not allowed')
  }

  #needle(node: ASTNode): number {
    if (node.op === 'value' && typeof node.args === 'string') return steps.search
    return this.#object(node, 'contains takes a literal text')
  }

  #comprehension(range: ASTNode, variable: ASTNode, body: ASTNode): number {
    if (this.objection !== undefined) return 0
    if (variable.op !== 'id') return this.#object(variable, 'a comprehension takes a name for its entries')
    if (Object.hasOwn(variables, variable.args) || this.#bound.includes(variable.args))
      return this.#object(variable, 'a comprehension must not hide a name')
    if (this.#bound.length >= limits.predicateComprehensionsMax)
      return this.#object(variable, `comprehensions nest at most ${limits.predicateComprehensionsMax} deep`)
    this.#bound.push(variable.args)
    const turn = this.#visit(body) + steps.turn
    this.#bound.pop()
    return lengthOf(range) * turn
  }
}

/** How many entries a list may have. */
function lengthOf(node: ASTNode): number {
  return node.op === 'list' ? node.args.length : limits.evaluationEntriesMax
}

/** How many values a comparison may have to look at. */
function valuesOf(node: ASTNode): number {
  if (node.op === 'value' || node.op === '-_') return 1
  if (node.op === 'id' && node.args === 'evidence_refs') return limits.evaluationEntriesMax
  if (node.op === 'id' && node.args !== 'candidate_atom' && Object.hasOwn(variables, node.args)) return 1
  if (node.op === 'list') return node.args.reduce((count, entry) => count + valuesOf(entry), 1)
  return limits.evaluationValuesMax
}

/** The size of a text is counted by its code points. */
function measureOf(node: ASTNode): number {
  const listed = node.op === 'list' || (node.op === 'id' && node.args === 'evidence_refs')
  return listed ? steps.node : steps.measure
}
