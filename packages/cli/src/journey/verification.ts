import {
  fromBase64,
  fromHex,
  hex,
  parseCheckpoint,
  verifyCheckpoint,
  verifyConsistency,
} from '@membrane/ledger'
import { accepted, parsePolicy, type Policy, verifyReceiptBody } from '@membrane/client'
import { Failure } from '../command.ts'
import type { Stage } from './stage.ts'

/** Every receipt of the journey is verified here, against the keys of the log and without asking the server. */
export async function verifyReceipts(stage: Stage): Promise<void> {
  const { membrane, tenant, receipts, chapter, tell } = stage
  chapter('Every receipt, verified offline')
  const policy = parsePolicy(accepted(await membrane.logPolicy({ tenant })))
  for (const { ref, commit, leaf_hash, operation } of receipts) {
    const shown = accepted(await membrane.receiptShow({ tenant, ref }))
    const { leaf, leafHash } = await verifyReceiptBody(shown, policy)
    const isOurs = leaf.receipt === ref && leaf.commit === commit && `sha256:${hex(leafHash)}` === leaf_hash
    if (!isOurs) throw new Failure(`the log proves another commit than ${operation} answered with ${ref}`)
    tell(operation, 'verified', ref)
  }
  await verifyGrowth(stage, policy)
}

/** The log only ever grew: it begins with the receipt of its first commit, whose leaf is a tree of its own. */
async function verifyGrowth(stage: Stage, policy: Policy): Promise<void> {
  const { membrane, tenant, receipts, step } = stage
  const { commits } = await step(membrane.logExport({ tenant, limit: receipts.length }))
  const { from, to, hashes, checkpoint } = await step(membrane.logConsistency({ tenant, from: 1 }))
  const signed = parseCheckpoint(checkpoint)
  await verifyCheckpoint(signed, policy)
  const first = fromHex(receipts[0]!.leaf_hash!.slice('sha256:'.length))
  const proof = { from, to, hashes: hashes.map((hash) => fromBase64(hash)) }
  if (signed.checkpoint.size !== to || !verifyConsistency(proof, first, signed.checkpoint.root))
    throw new Failure(`the log of ${commits.length} commits does not begin with ${receipts[0]!.ref}`)
}
