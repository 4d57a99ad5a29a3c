import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

export interface MandateState {
  readonly principal: Ref
  readonly delegate: Ref
  /** A standing grant, another mandate, or a standing minted elsewhere. */
  readonly source_standing: Ref
  readonly act_scope: readonly string[]
  readonly readable_lens: readonly string[]
  readonly human_presence_receipt: Ref
  /** RFC 3339, or null where it does not expire of itself. */
  readonly expires_at: string | null
  readonly status: 'active' | 'revoked'
  readonly revoked_at: string | null
  readonly reason_digest: string | null
}

export const Mandate = record<MandateState>()('mandate', {
  index: { source: (mandate) => mandate.source_standing },
})
