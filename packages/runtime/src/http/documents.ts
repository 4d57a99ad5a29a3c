import { contractDocument, openApiDocument, contractVersion, apiVersion } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { digestText } from '../admission/digest.ts'

/** Documents that never change while the process runs: the text of each, made when it is first asked for. */
export interface Documents {
  contract(this: void): string
  openApi(this: void): string
  version(this: void): string
}

const contract = once(() => contractDocument((value) => digestText(canonicalJson(value))))
const contractText = once(() => JSON.stringify(contract()))
const openApiText = once(() => JSON.stringify(openApiDocument()))

export function createDocuments(build: {
  readonly version: string
  readonly commit: string | null
}): Documents {
  const version = () => ({
    runtime: 'fixture',
    runtime_version: build.version,
    contract_version: contractVersion,
    contract_hash: contract().hash,
    api_version: apiVersion,
    build: build.commit,
    production_admission: false,
  })
  return { contract: contractText, openApi: openApiText, version: once(() => JSON.stringify(version())) }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
