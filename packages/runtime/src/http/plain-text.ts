import type { OperationName } from '@membrane/contract'
import { receiptFile } from '@membrane/ledger'
import type { Answer } from '../admission/respond.ts'

/** How the body of an answer reads as a document, for the operations whose contract says that it can. */
const documents: Partial<Record<OperationName, (body: unknown) => string>> = { 'receipt.show': receiptFile }

/** The answer as text, where `Accept` asks for that and the operation has it. */
export function plainTextOf(
  operation: OperationName,
  answer: Answer,
  accept: string | undefined,
): string | undefined {
  const isAsked = answer.refusal === null && /\btext\/plain\b/.test(accept ?? '')
  return isAsked ? documents[operation]?.(answer.envelope['body']) : undefined
}
