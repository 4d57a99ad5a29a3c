import type { Ref } from '@membrane/contract'
import { buildProof, planConsistency, planInclusion, planRoot, type ProofPlan } from '@membrane/ledger'
import { nodeHasher } from '../store/hasher.ts'
import type { LogStore } from '../store/port.ts'

/** Root and proofs of a tenant's tree at any size that its log has had, from the tiles of the store. */
export class LogTree {
  readonly #log: LogStore

  constructor(log: LogStore) {
    this.#log = log
  }

  async root(tenant: Ref, size: number): Promise<Uint8Array> {
    if (size === 0) return nodeHasher.empty()
    const [root] = await this.#prove(tenant, planRoot(size))
    return root!
  }

  /** RFC 9162 §2.1.3; the sibling of the leaf first. */
  inclusion(tenant: Ref, index: number, size: number): Promise<readonly Uint8Array[]> {
    return this.#prove(tenant, planInclusion(index, size))
  }

  /** RFC 9162 §2.1.4. */
  consistency(tenant: Ref, from: number, to: number): Promise<readonly Uint8Array[]> {
    return this.#prove(tenant, planConsistency(from, to))
  }

  /** All tiles are asked for at once, so that a database reads them together. */
  async #prove(tenant: Ref, plan: ProofPlan): Promise<Uint8Array[]> {
    const tiles = await Promise.all(
      plan.tiles.map(async ({ level, index, width }) => {
        const hashes = await this.#log.tile(tenant, level, index, width)
        return [`${level}/${index}`, hashes] as const
      }),
    )
    const read = new Map(tiles)
    return buildProof(plan, (level, index) => read.get(`${level}/${index}`), nodeHasher)
  }
}
