import { isIndex } from './bits.ts'
import { base64, fromBase64 } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { HASH_BYTES } from './hasher.ts'

const HEADER = 'c2sp.org/tlog-proof@v1'
/** A tree of safe size is at most 53 levels high. */
const HASHES_MAX = 53

/** A receipt that stands alone (C2SP tlog-proof): the leaf as `extra`, its inclusion, and a checkpoint. */
export interface TlogProof {
  readonly extra?: Uint8Array
  readonly index: number
  readonly hashes: readonly Uint8Array[]
  /** A signed note, verbatim. */
  readonly checkpoint: string
}

/** The proof as a file. */
export function formatTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  if (!isIndex(index)) throw new LedgerError('the index of a proof is not a safe integer')
  const lines = [
    HEADER,
    ...(extra ? [`extra ${base64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(base64),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** The parts of a proof file, nothing verified, the checkpoint not even parsed. Strict. */
export function parseTlogProof(file: string): TlogProof {
  const end = file.indexOf('\n\n')
  if (end < 0) throw new LedgerError('a proof file has an empty line before its checkpoint')
  const [header, ...lines] = file.slice(0, end).split('\n')
  if (header !== HEADER) throw new LedgerError(`a proof file begins with ${HEADER}`)
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()!.slice('extra '.length)) : undefined
  const index = /^index (0|[1-9]\d*)$/.exec(lines.shift() ?? '')?.[1]
  if (index === undefined || !isIndex(Number(index))) {
    throw new LedgerError('the index of the proof is not a decimal safe integer')
  }
  if (lines.length > HASHES_MAX) throw new LedgerError('the proof has more hashes than a tree has levels')
  const hashes = lines.map((line) => fromBase64(line))
  if (hashes.some((hash) => hash.length !== HASH_BYTES))
    throw new LedgerError('a hash of the proof has not 32 bytes')
  return { ...(extra && { extra }), index: Number(index), hashes, checkpoint: file.slice(end + 2) }
}
