import { exampleKey } from '../example-values.ts'
import { fixture, hash, mustBeAbsent, optional, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { trustedKeyRequest, verificationMaterial } from './trust.ts'

export const publisherOnboard = operation({
  name: 'authority.package.publisher.onboard',
  summary:
    'Onboards a publisher of authority packages with its public key; without a key it can import nothing.',
  method: 'POST',
  path: '/v1/authority/packages/publishers/onboard',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: {
    tenant,
    publisher_ref: ref(),
    trust_ref: optional(ref()),
    ...trustedKeyRequest,
    reliance_terms_hash: optional(hash()),
    fixture: fixture('authority_package_publisher_trust_missing'),
    private_key_material: mustBeAbsent('authority_package_publisher_private_key_refused'),
  },
  response: {
    publisher_trust: is.anyRef,
    publisher: is.anyRef,
    public_key_hash: is.nullable(is.string),
    public_verification_material: verificationMaterial,
    private_key_material_stored: is.no,
    private_key_material_exposed: is.no,
    ...is.written,
  },
  refusals: [
    'authority_package_publisher_private_key_refused',
    'authority_package_publisher_trust_missing',
    'authority_package_trust_public_key_invalid',
  ],
  example: {
    tenant: 'tenant_node:acme',
    publisher_ref: 'publisher:acme',
    trust_ref: 'authority_publisher_trust:acme',
    public_key_algorithm: 'ES256',
    public_key_uncompressed_hex: exampleKey,
    reliance_terms_hash: 'sha256:reliance-terms',
    fixture: true,
  },
})
