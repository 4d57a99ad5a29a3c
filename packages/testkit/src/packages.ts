import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Ref } from '@membrane/contract'
import type { World } from './world.ts'

/** An ES256 key of a publisher or a reviewer. */
export interface SigningKey {
  readonly public_key_uncompressed_hex: string
  readonly public_key_hash: string
  /** Raw r and s in hex, over the 32 bytes that a hash names. */
  sign(hash: string): string
}

export function signingKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return {
    public_key_uncompressed_hex: point.toString('hex'),
    public_key_hash: `sha256:${createHash('sha256').update(point).digest('hex')}`,
    sign(hash) {
      const message = Buffer.from(hash.slice('sha256:'.length), 'hex')
      return sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('hex')
    },
  }
}

/** `sha256:` and hex over a text. */
export function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** A publisher and a reviewer who are onboarded in a tenant, and their keys. */
export class PackageHouse {
  readonly world: World
  readonly tenant: Ref
  readonly publisher = signingKey()
  readonly reviewer = signingKey()
  readonly publisher_trust = 'authority_publisher_trust:acme'
  readonly reviewer_trust = 'authority_reviewer_trust:rosa'
  #reviews = 0

  private constructor(world: World, tenant: Ref) {
    this.world = world
    this.tenant = tenant
  }

  static async open(world: World, tenant: Ref, standing_ref: Ref = 'standing:rosa'): Promise<PackageHouse> {
    const house = new PackageHouse(world, tenant)
    await world.admits('authority.package.publisher.onboard', {
      tenant,
      publisher_ref: 'publisher:acme',
      trust_ref: house.publisher_trust,
      public_key_algorithm: 'ES256',
      public_key_uncompressed_hex: house.publisher.public_key_uncompressed_hex,
      fixture: true,
    })
    await world.admits('authority.package.reviewer.onboard', {
      tenant,
      reviewer_ref: 'professional_reviewer:rosa',
      trust_ref: house.reviewer_trust,
      standing_ref,
      public_key_algorithm: 'ES256',
      public_key_uncompressed_hex: house.reviewer.public_key_uncompressed_hex,
      fixture: true,
    })
    return house
  }

  /** The request that imports a version. */
  release(version: string, name = 'de.gmbh.authority') {
    const { tenant, publisher_trust, publisher } = this
    const package_hash = sha256(`${name} ${version}`)
    const signature_hex = publisher.sign(package_hash)
    return { tenant, publisher_trust, name, version, package_hash, signature_hex, fixture: true }
  }

  /** The request that reviews a package; each has a hash of its own. */
  verdict(subject: Ref, decision: 'approve' | 'reject' = 'approve') {
    const { tenant, reviewer_trust, reviewer } = this
    const review_hash = sha256(`review ${++this.#reviews}`)
    const signature_hex = reviewer.sign(review_hash)
    return { tenant, package: subject, reviewer_trust, decision, review_hash, signature_hex, fixture: true }
  }

  /** Brings a version to one of the first three states. */
  async bring(version: string, status: 'imported' | 'candidate' | 'reviewed'): Promise<Ref> {
    const { world, tenant } = this
    const imported = await world.admits('authority.package.import', this.release(version))
    const ref: Ref = imported.package
    if (status === 'imported') return ref
    const authority_epoch = 'authority_epoch:2026'
    await world.admits('authority.package.candidate', {
      tenant,
      package: ref,
      authority_epoch,
      fixture: true,
    })
    if (status === 'reviewed') await world.admits('authority.package.review', this.verdict(ref))
    return ref
  }

  /** The request that activates a package, with a fresh receipt. */
  async activation(subject: Ref) {
    const { world, tenant } = this
    return { tenant, package: subject, human_presence_receipt: await world.presence(tenant), fixture: true }
  }

  /** The status of every package. */
  async statuses(): Promise<Record<Ref, string>> {
    const { packages } = await this.world.admits('authority.package.status', { tenant: this.tenant })
    const entries = packages.map((entry: { package: Ref; status: string }) => [entry.package, entry.status])
    return Object.fromEntries(entries)
  }
}
