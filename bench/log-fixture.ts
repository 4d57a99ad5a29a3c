import { generateKeyPairSync, sign } from 'node:crypto'
import { draftLeaf, serializeLeaf, verifierKey, type LeafFields, type NoteSigner } from '@membrane/ledger'
import { digestText } from '../packages/runtime/src/admission/digest.ts'
import { median } from './harness.ts'

export const origin = 'membrane.local/t/0123456789abcdef0123456789abcdef/1'
export const time = '2026-06-15T12:00:00.000Z'

/** A commit as `standing.claim` makes it, another one for every number. */
export function fields(number: number): LeafFields {
  return {
    actor: 'human_person:ada',
    atoms: [{ digest: digestText(`state ${number}`), ref: `standing_claim:${number}`, version: 1 }],
    causes: [],
    commit: `commit:${number}`,
    operation: 'standing.claim',
    outcome: 'admitted',
    reality: 'reality:record',
    reasons: ['standing.claim admitted'],
    receipt: `receipt:${number}`,
    request_digest: digestText(`request ${number}`),
    session: null,
    tenant: 'tenant_node:fixture',
  }
}

export const leafOf = (number: number): Uint8Array =>
  Buffer.from(serializeLeaf(draftLeaf(fields(number), digestText), number, time, origin))

/** Microseconds a run, the median of a few series. */
export function microseconds(run: (at: number) => unknown, runs: number): number {
  const series = Array.from({ length: 7 }, (_, round) => {
    const startedAt = performance.now()
    for (let at = 0; at < runs; at++) run(round * runs + at)
    return ((performance.now() - startedAt) * 1000) / runs
  })
  return median(series.slice(2))
}

export function signer(): NoteSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  return { key: verifierKey(origin, raw), sign: (message) => new Uint8Array(sign(null, message, privateKey)) }
}
