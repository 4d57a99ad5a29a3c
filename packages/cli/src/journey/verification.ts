import { hex } from '@membrane/ledger'
import { accepted, parsePolicy, verifyReceiptBody } from '@membrane/client'
import { Failure } from '../command.ts'
import type { Stage } from './stage.ts'

/** Every receipt of the journey is verified here, against the keys of the log and without asking the server. */
export async function verifyReceipts({ membrane, tenant, receipts, chapter, tell }: Stage): Promise<void> {
  chapter('Every receipt, verified offline')
  const policy = parsePolicy(accepted(await membrane.logPolicy({ tenant })))
  for (const { ref, commit, leaf_hash, operation } of receipts) {
    const shown = accepted(await membrane.receiptShow({ tenant, ref }))
    const { leaf, leafHash } = await verifyReceiptBody(shown, policy)
    const isOurs = leaf.receipt === ref && leaf.commit === commit && `sha256:${hex(leafHash)}` === leaf_hash
    if (!isOurs) throw new Failure(`the log proves another commit than ${operation} answered with ${ref}`)
    tell(operation, 'verified', ref)
  }
}
