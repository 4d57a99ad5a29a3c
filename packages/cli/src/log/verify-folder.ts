import {
  canonicalJson,
  decodeEntryBundle,
  fromBase64,
  parseCheckpoint,
  parseOrigin,
  saltedDigest,
  tilePath,
  TILE_WIDTH,
  tileWidth,
  utf8Text,
  VerificationError,
  verifyLog,
  verifyNote,
  type CommitLeaf,
  type CommitRecords,
  type Policy,
  type VerifiedLog,
} from '@membrane/ledger'
import {
  checkpointFile,
  frontierFile,
  parseFrontierText,
  readFileOf,
  readRecords,
  recordsFile,
  type ExportedCommit,
} from './folder.ts'

/**
 * Verifies an exported log from end to end: every signature line of its checkpoint, every leaf, tile and record,
 * and the frontier. Files are read as they are needed, so memory does not grow with the log.
 */
export async function verifyFolder(
  folder: string,
  policy: Policy,
  onProgress: (leaves: number, size: number) => void,
): Promise<VerifiedLog> {
  const checkpoint = utf8Text(await readFileOf(folder, checkpointFile))
  await checkEverySignature(checkpoint, policy)
  const { size } = parseCheckpoint(checkpoint).checkpoint
  const records = readRecords(folder)
  try {
    const verified = await verifyLog({
      checkpoint,
      policy,
      leaves: readLeaves(folder, size),
      frontier: parseFrontierText(utf8Text(await readFileOf(folder, frontierFile))),
      tile: (tile) => readFileOf(folder, tilePath(tile)),
      records: async (leaf) => recordsOf(leaf, await records.next()),
      onProgress: ({ leaves, size }) => onProgress(leaves, size),
    })
    if (!(await records.next()).done)
      throw new VerificationError('size', `${recordsFile} has more commits than the checkpoint`)
    return verified
  } finally {
    await records.return()
  }
}

/** A line by a key that the policy does not name proves nothing, and in an export nothing else belongs there. */
async function checkEverySignature(checkpoint: string, policy: Policy): Promise<void> {
  const { checkpoint: state, note } = parseCheckpoint(checkpoint)
  const log = parseOrigin(state.origin)?.log
  const keys = policy.keys.filter(({ origin }) => parseOrigin(origin)?.log === log).map(({ key }) => key)
  const verified = keys.length === 0 ? [] : await verifyNote(note, keys)
  if (verified.length === note.signatures.length) return
  const message = `${note.signatures.length - verified.length} signatures of the checkpoint are by no key of the policy`
  throw new VerificationError('checkpoint_signature', message)
}

async function* readLeaves(folder: string, size: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = tileWidth(0, index, size)
    const path = tilePath({ level: 'entries', index, width })
    const leaves = decodeEntryBundle(await readFileOf(folder, path))
    if (leaves.length !== width)
      throw new VerificationError('size', `${path} has ${leaves.length} leaves in the place of ${width}`)
    yield* leaves
  }
}

function recordsOf(leaf: CommitLeaf, read: IteratorResult<ExportedCommit, void>): CommitRecords {
  if (read.done)
    throw new VerificationError('size', `${recordsFile} has no record of commit ${leaf.sequence}`)
  const records = read.value.atoms
  if (leaf.atoms) return { records }
  const atoms = records.map(({ ref, salt, state, version }) => ({
    ref,
    version,
    digest: saltedDigest(fromBase64(salt), canonicalJson(state)),
  }))
  return { records, atoms }
}
