import { limits } from '@membrane/contract'

/** What one walk over a parsed body finds. `field` is the top-level field in which it was found. */
export interface BodyReport {
  /** The first value that no request may hold, with the rule that it breaks. */
  readonly malformed: { readonly field: string; readonly rule: string } | undefined
  /** Top-level fields that are, or hold, an undeclared `raw_*` that is not null. */
  readonly raw: readonly string[]
}

class Walk implements BodyReport {
  malformed: { field: string; rule: string } | undefined = undefined
  readonly raw: string[] = []
  #field = ''

  /** Looks through one top-level field; inside an `opaque` one `raw_*` names are not ours to judge. */
  enter(field: string, value: unknown, opaque: boolean): void {
    this.#field = field
    this.#checkText(field)
    this.#visit(value, 1, opaque)
  }

  #visit(value: unknown, depth: number, opaque: boolean): void {
    if (typeof value === 'string') return this.#checkText(value)
    if (typeof value !== 'object' || value === null) return this.#checkNumber(value)
    if (depth >= limits.bodyDepthMax)
      return this.#fail(`must not be nested deeper than ${limits.bodyDepthMax}`)
    if (Array.isArray(value)) {
      for (const entry of value) this.#visit(entry, depth + 1, opaque)
      return
    }
    const entries = value as Record<string, unknown>
    for (const name of Object.keys(entries)) {
      this.#checkText(name)
      if (!opaque && isRaw(name, entries[name])) this.raw.push(this.#field)
      this.#visit(entries[name], depth + 1, opaque)
    }
  }

  #checkText(value: string): void {
    if (!value.isWellFormed()) this.#fail('must be well-formed Unicode')
    else if (value.includes('\u0000')) this.#fail('must not contain U+0000')
  }

  #checkNumber(value: unknown): void {
    if (typeof value === 'number' && !Number.isFinite(value)) this.#fail('must be a finite number')
  }

  #fail(rule: string): void {
    this.malformed ??= { field: this.#field, rule }
  }
}

function isRaw(name: string, value: unknown): boolean {
  return name.startsWith('raw_') && value !== null && value !== undefined
}

/**
 * Walks a body once: nesting, ill-formed text, U+0000, and raw material at any depth. Fields in `declared`
 * are judged by their own rule; those in `opaque` (the WebAuthn answers) may hold `raw_*` names.
 */
export function walkBody(
  body: Record<string, unknown>,
  declared: Readonly<Record<string, unknown>>,
  opaque: ReadonlySet<string>,
): BodyReport {
  const walk = new Walk()
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(declared, name) && isRaw(name, body[name])) walk.raw.push(name)
    walk.enter(name, body[name], opaque.has(name))
  }
  return walk
}
