import { canonicalJson, textDigest } from '@membrane/ledger'

/**
 * What `authority.presenceApproval` approves: `sha256:` over the canonical JSON (RFC 8785) of a request, as it will be
 * sent, without its presence. The approval then stands in the place of `human_presence_receipt`.
 */
export function intentHash(request: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(request).filter(
    ([name, value]) => name !== 'human_presence_receipt' && value !== undefined && value !== null,
  )
  return textDigest(canonicalJson(Object.fromEntries(said)))
}
