import { utf8 } from '../bytes.ts'
import { textDigest } from '../hasher.ts'
import { draftLeaf, serializeLeaf, type LeafFields } from '../leaf.ts'

export const ORIGIN = 'log.example.com/t/4f2a/1'

/** A commit like those that a tenant makes, another one for every number. */
export function sampleFields(number: number): LeafFields {
  return {
    actor: 'human:ada',
    atoms: [{ digest: textDigest(`state ${number}`), ref: `invoice:${number}`, version: 1 }],
    causes: [
      { ref: 'standing:s1', version: 3 },
      { ref: `invoice:${number}`, version: 0 },
    ],
    commit: `commit:c${number}`,
    operation: 'economy.invoice',
    outcome: 'admitted',
    reality: 'reality:record',
    reasons: ['amount_inherited'],
    receipt: `receipt:r${number}`,
    request_digest: textDigest(`request ${number}`),
    session: 'auth_session:fixture_1',
    tenant: 'tenant_node:a',
  }
}

export function sampleLeaf(number: number, origin: string = ORIGIN): Uint8Array {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString()
  return utf8(serializeLeaf(draftLeaf(sampleFields(number)), number, at, origin))
}
