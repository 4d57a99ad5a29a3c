import { identifierOf, type Ref } from './refs.ts'

/** Evidence that operations ask for by name, and the domain that cites it. */
const knownEvidence: Readonly<Record<string, string>> = {
  invoice_payload: 'economy',
  payment_observation: 'economy',
  closure_clearance: 'economy',
  advisor_review: 'economy',
  promotion_approval: 'realities',
  register_extract: 'registry',
}

const unclassified = 'unclassified'

/** Whether a bundle is the named one: exactly, or with a suffix after `_` or `:`. */
export function isEvidence(bundle: Ref, name: string): boolean {
  if (!bundle.startsWith('evidence_bundle:')) return false
  const identifier = identifierOf(bundle)
  return identifier === name || identifier.startsWith(`${name}_`) || identifier.startsWith(`${name}:`)
}

/** Where a bundle comes from, by its name alone: the payload is never seen here. */
export function connectorOf(bundle: Ref): string {
  return Object.keys(knownEvidence).find((connector) => isEvidence(bundle, connector)) ?? unclassified
}

/** The domain that a connector serves. */
export function connectorKind(connector: string): string {
  return knownEvidence[connector] ?? unclassified
}
