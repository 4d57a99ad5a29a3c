export { checkAtom, type AtomRecord } from './atom-record.ts'
export { buildProof, planConsistency, planInclusion, type ProofPlan, type TileLookup } from './build-proof.ts'
export { base64, base64url, concat, equal, fromBase64, fromBase64url, fromHex, hex } from './bytes.ts'
export { utf8, utf8Length, utf8Text } from './bytes.ts'
export { canonicalJson } from './canonical-json.ts'
export { verifyConsistency, verifyInclusion } from './check-proof.ts'
export type { ConsistencyProof, InclusionProof } from './check-proof.ts'
export { formatCheckpointBody, parseCheckpoint, signCheckpoint } from './checkpoint.ts'
export { verifyCheckpoint, type Checkpoint, type NoteSigner, type SignedCheckpoint } from './checkpoint.ts'
export { verifyEd25519 } from './ed25519.ts'
export { LedgerError, VerificationError, type VerificationStep } from './errors.ts'
export { nobleHasher, saltedDigest, textDigest, type Hasher, type Sha256 } from './hasher.ts'
export { draftLeaf, LEAF_VERSION, serializeLeaf, type TextDigest } from './leaf.ts'
export type { CommitLeaf, LeafAtom, LeafCause, LeafDraft, LeafFields } from './leaf.ts'
export {
  formatNote,
  parseNote,
  signNote,
  verifyNote,
  type Note,
  type NoteSignature,
  type Sign,
} from './note.ts'
export { isOrigin } from './origin.ts'
export { parseLeaf } from './parse-leaf.ts'
export { keysOfOrigin, parsePolicy, type Policy, type PolicyKey } from './policy.ts'
export { formatReceiptBody, type ReceiptBody } from './receipt-body.ts'
export { completedTiles, perfectRoot, tileWidth, treeTiles, TILE_WIDTH, type Tile } from './tiles.ts'
export { decodeEntryBundle, encodeEntryBundle, parseTilePath, tilePath, type TileAddress } from './tiles.ts'
export { formatTlogProof, parseTlogProof, type TlogProof } from './tlog-proof.ts'
export { appendLeaf, emptyFrontier, frontierRoot, parseFrontier, serializeFrontier } from './tree.ts'
export type { Frontier } from './tree.ts'
export { formatVerifierKey, parseVerifierKey, verifierKey, type VerifierKey } from './verifier-key.ts'
export { verifyLog, type CommitRecords, type LogToVerify, type VerifiedLog } from './verify-log.ts'
export { verifyReceipt, verifyReceiptBody, type VerifiedReceipt, type VerifyOptions } from './verify.ts'
