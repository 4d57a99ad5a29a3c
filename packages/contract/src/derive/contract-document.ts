import { documentRoutes } from '../documents.ts'
import {
  builtInExpiresAt,
  builtInIssuedAt,
  builtInSessions,
  fixtureTokenRefusals,
  fixtureTokens,
} from '../fixtures.ts'
import { limits } from '../limits.ts'
import { genesisBundle } from '../log/genesis.ts'
import { mayCommit, type Operation } from '../operation.ts'
import { operationList } from '../operations.ts'
import { allCodes } from '../precedence.ts'
import { recordKinds } from '../records.ts'
import { fixtureTenant, recordReality, refPattern } from '../refs.ts'
import { categoryStatus } from '../refusal.ts'
import { apiVersion, contractVersion } from '../version.ts'
import { methodName } from './method-name.ts'
import { registryEntries } from './registry.ts'
import { requestSchema, responseSchema, sharedSchemas } from './schemas.ts'

function describe(operation: Operation): Record<string, unknown> {
  const { name, aliases = [], summary, method, path, access, state, outcome, projectable = false } = operation
  return {
    name,
    aliases,
    sdk_method: methodName(name),
    summary,
    method,
    path,
    access,
    capability_state: state,
    outcome,
    may_commit: mayCommit(operation),
    projectable,
    request: requestSchema(operation),
    response: responseSchema(operation),
    refusals: allCodes(operation),
    example: operation.example,
  }
}

/** The contract document of `GET /v1/membrane/contract`; `digest` hashes a JSON value by its canonical form. */
export function contractDocument(digest: (value: unknown) => string): Record<string, unknown> {
  const document = {
    version: contractVersion,
    api_version: apiVersion,
    production_admission: false,
    reference: { pattern: refPattern.source, record_kinds: recordKinds, record_reality: recordReality },
    fixture: {
      tenant: fixtureTenant,
      sessions: builtInSessions,
      issued_at: builtInIssuedAt,
      expires_at: builtInExpiresAt,
      loopback_tokens: fixtureTokens,
      token_refusals: fixtureTokenRefusals,
    },
    limits,
    genesis_proof_bundle: genesisBundle,
    refusal_status: categoryStatus,
    documents: documentRoutes,
    schemas: sharedSchemas,
    operations: operationList.map(describe),
    refusals: registryEntries(),
  }
  return { ...document, hash: digest(document) }
}
