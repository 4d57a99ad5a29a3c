import {
  LedgerError,
  receiptFile,
  VerificationError,
  verifyReceipt,
  type Policy,
  type VerificationStep,
} from '@membrane/ledger'
import { command, UsageError } from '../command.ts'
import { say, sayJson, type Io } from '../io.ts'
import { counted } from '../log/counted.ts'
import { policyOptions, readPolicy, readText } from '../log/policy.ts'
import { progressBar } from '../log/progress.ts'
import { verifyFolder } from '../log/verify-folder.ts'

/** The checks of a receipt, in their order. */
const checks: readonly (readonly [VerificationStep, string])[] = [
  ['parse', 'leaf, proof and checkpoint are strictly of their form'],
  ['checkpoint_signature', 'a trusted key signed the checkpoint'],
  ['leaf_hash', 'the hash of the leaf is that of its bytes'],
  ['inclusion', 'the proof leads from the leaf to the root of the checkpoint'],
  ['leaf_origin', 'the leaf is of the log that the checkpoint describes'],
  ['leaf_sequence', 'the leaf says the index at which it is'],
]

export const verify = command({
  name: 'verify',
  summary: 'Verifies receipts, or a whole exported log, offline against keys that you pin',
  usage: 'membrane verify (--key KEY | --policy FILE) (FILE… | --log DIR)',
  examples: [
    {
      line: 'membrane verify --policy policy.json receipt.txt',
      summary: 'a receipt as text, or as receipt.show answers it',
    },
    {
      line: 'membrane verify --policy policy.json --log ./log',
      summary: 'every leaf, tile and record of a log',
    },
  ],
  options: {
    ...policyOptions,
    log: { type: 'string', value: 'DIR', summary: 'a folder that membrane export wrote' },
  },
  async run({ values, positionals }, io) {
    const isUsable = values.log === undefined ? positionals.length > 0 : positionals.length === 0
    if (!isUsable) throw new UsageError('verify takes receipt files, or --log and a folder')
    const policy = await readPolicy(values)
    const json = values.json ?? false
    if (values.log !== undefined) return verifyWhole(values.log, policy, json, io)
    for (const file of positionals) {
      const text = file === '-' ? await io.stdin() : await readText(file)
      if (!(await verifyOne(file, text, policy, json, io))) return 1
    }
    return 0
  },
})

async function verifyOne(
  name: string,
  text: string,
  policy: Policy,
  json: boolean,
  io: Io,
): Promise<boolean> {
  const { stdout, paint } = io
  try {
    const { leaf, checkpoint, index, keys } = await verifyReceipt(asFile(text), policy)
    if (json) {
      const key = keys.map(({ name }) => name)
      sayJson(stdout, { file: name, verified: true, origin: checkpoint.origin, index, key, commit: leaf })
      return true
    }
    say(stdout, paint('bold', name))
    for (const [, sentence] of checks) say(stdout, `  ${paint('green', 'ok')}  ${sentence}`)
    say(
      stdout,
      `  ${leaf.operation} ${leaf.outcome} at ${leaf.committed_at}, commit ${index} of ${checkpoint.origin}`,
    )
    return true
  } catch (error) {
    const failed = failureOf(error)
    if (json) sayJson(stdout, { file: name, verified: false, ...failed })
    else {
      say(stdout, paint('bold', name))
      const passed = checks.findIndex(([step]) => step === failed.step)
      for (const [, sentence] of checks.slice(0, Math.max(passed, 0)))
        say(stdout, `  ${paint('green', 'ok')}  ${sentence}`)
      say(stdout, `  ${paint('red', 'no')}  ${failed.step}: ${failed.reason}`)
    }
    return false
  }
}

/** A receipt in any of its forms as the file that stands alone. */
function asFile(text: string): string {
  if (!text.trimStart().startsWith('{')) return text
  let value: { body?: unknown }
  try {
    value = JSON.parse(text) as { body?: unknown }
  } catch (cause) {
    throw new VerificationError('parse', 'the receipt is not JSON', { cause })
  }
  return receiptFile(value.body ?? value)
}

function failureOf(error: unknown): { readonly step: VerificationStep; readonly reason: string } {
  if (error instanceof VerificationError) return { step: error.step, reason: error.message }
  if (error instanceof LedgerError) return { step: 'parse', reason: error.message }
  throw error
}

async function verifyWhole(folder: string, policy: Policy, json: boolean, io: Io): Promise<0 | 1> {
  const { stdout, paint } = io
  const bar = progressBar(io, 'leaves')
  try {
    const { checkpoint, tiles, records } = await verifyFolder(folder, policy, (done, total) =>
      bar.show(done, total),
    )
    bar.end()
    const { origin, size } = checkpoint
    if (json) sayJson(stdout, { log: folder, verified: true, origin, size, tiles, records })
    else {
      for (const sentence of [
        'a trusted key signed the checkpoint',
        'every leaf is strictly of its form, at its index and in order',
        `${counted(tiles, 'tile')}, the frontier and the root are those of the leaves`,
        `${counted(records, 'record')} open the digests in the leaves, and none is missing`,
      ])
        say(stdout, `${paint('green', 'ok')}  ${sentence}`)
      say(stdout, `${origin}, ${counted(size, 'commit')}`)
    }
    return 0
  } catch (error) {
    bar.end()
    const failed = failureOf(error)
    if (json) sayJson(stdout, { log: folder, verified: false, ...failed })
    else say(stdout, `${paint('red', 'no')}  ${failed.step}: ${failed.reason}`)
    return 1
  }
}
