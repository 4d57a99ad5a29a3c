import { wordsOf } from './words.ts'

const sensitiveWords: ReadonlySet<string> = new Set([
  'payment',
  'payout',
  'refund',
  'transfer',
  'signature',
  'contract',
  'filing',
  'register',
  'authority',
  'mandate',
  'identity',
  'key',
])

/** Whether an effect of this kind needs a human, whatever a manifest says of it. */
export function isSensitiveKind(kind: string): boolean {
  return wordsOf(kind).some((word) => sensitiveWords.has(word) || sensitiveWords.has(singularOf(word)))
}

function singularOf(word: string): string {
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '')
}
