import { exampleHash, exampleSignature } from '../example-values.ts'
import { fixture, judged, optional, ref, sha256, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { packageStatuses } from './records.ts'

export const packageImport = operation({
  name: 'authority.package.import',
  summary:
    'Imports a package by its hash; signature_hex is ES256 (ECDSA on P-256 with SHA-256, raw r and s) ' +
    'by the publisher over the 32 bytes that package_hash names.',
  method: 'POST',
  path: '/v1/authority/packages/import',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: {
    tenant,
    publisher_trust: ref(),
    name: text(),
    version: text(),
    package_hash: sha256(),
    signature_hex: judged(text({ code: 'authority_package_signature_invalid' })),
    epoch: optional(ref()),
    fixture: fixture(),
  },
  response: {
    package: is.anyRef,
    publisher_trust: is.anyRef,
    publisher: is.anyRef,
    name: is.string,
    version: is.string,
    package_hash: is.string,
    status: is.oneOf(...packageStatuses),
    stable_code: is.optional(is.literal('authority_package_already_imported')),
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'authority_package_publisher_unknown',
    'authority_package_signature_invalid',
    'authority_package_version_conflict',
    'authority_package_stale',
  ],
  example: {
    tenant: 'tenant_node:acme',
    publisher_trust: 'authority_publisher_trust:acme',
    name: 'de.gmbh.authority',
    version: '1.0.0',
    package_hash: exampleHash,
    signature_hex: exampleSignature,
    epoch: 'authority_epoch:2026',
    fixture: true,
  },
})
