import { contractDocument, openApiDocument, contractVersion, apiVersion } from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { digestText } from '../admission/digest.ts'

/** Documents that never change while the process runs, as the text that is served. */
export function renderDocuments(build: { readonly version: string; readonly commit: string | null }) {
  const contract = contractDocument((value) => digestText(canonicalJson(value)))
  const version = {
    runtime: 'fixture',
    runtime_version: build.version,
    contract_version: contractVersion,
    contract_hash: contract.hash,
    api_version: apiVersion,
    build: build.commit,
    production_admission: false,
  }
  return {
    contract: JSON.stringify(contract),
    openApi: JSON.stringify(openApiDocument()),
    version: JSON.stringify(version),
  }
}
