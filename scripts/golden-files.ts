import { createHash } from 'node:crypto'
import { contractDocument, openApiDocument } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'

/** The examples of the operations, as the journey met them. */
export const examplesUrl = new URL('../packages/contract/src/golden/examples.json', import.meta.url)

/** The examples of the refusals, as their scenarios in `tests/refusals` met them. */
export const refusalExamplesUrl = new URL(
  '../packages/contract/src/golden/refusal-examples.json',
  import.meta.url,
)

const folder = new URL('../packages/contract/golden/', import.meta.url)

/** The documents of the contract as they are committed: a change of the interface is seen in the diff. */
export function goldenFiles(): { readonly url: URL; readonly text: string }[] {
  const digest = (value: unknown): string =>
    `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`
  return [
    { url: new URL('contract.json', folder), text: pretty(contractDocument(digest)) },
    { url: new URL('openapi.json', folder), text: pretty(openApiDocument()) },
  ]
}

/** JSON as the golden files hold it. */
export function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
