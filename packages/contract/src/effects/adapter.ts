import { wordsOf } from './words.ts'

/** What a runtime must know of an adapter before it calls it. */
export interface AdapterTraits {
  readonly adapter: string
  /** How long a call may take before it counts as one that nobody answered. */
  readonly timeoutMs: number
  /** Whether what it reaches takes the intent's key, so that a second call with it is not a second act. */
  readonly takesKeys: boolean
}

/** The adapter of an intent that names none. */
export const defaultAdapter = 'fixture'

/** The adapter that delivers to the operator's URL. */
export const webhookAdapter = 'webhook'

const rehearsalWords = ['fixture', 'mock', 'sandbox', 'test', 'rehearsal']

/** Whether the name is of an adapter that reaches nobody: one of its words begins as a word of rehearsal. */
export function isRehearsalAdapter(name: string): boolean {
  return wordsOf(name).some((word) => rehearsalWords.some((rehearsal) => word.startsWith(rehearsal)))
}
