import type { Read, Scope, Unit } from '../port.ts'
import { answerKey, atomKey, claimKey, Known } from './known.ts'

/** Whether all that a call relies on still holds, and what it would add. Nothing is added where it does not. */
export function admits(known: Known, units: readonly Unit[], sequence: number): boolean {
  const after = new Known(known)
  const holds = units.every((unit, at) => {
    if (!unitHolds(after, unit)) return false
    add(after, unit, sequence + at)
    return true
  })
  if (holds) after.keep()
  return holds
}

function unitHolds(known: Known, unit: Unit): boolean {
  const { tenant, reality, reads, atoms, claims, answer } = unit
  if (answer !== null && known.hasAnswer(answerKey(tenant, answer.key))) return false
  if (!reads.every((read) => readHolds(known, read))) return false
  const names = new Set(claims.map(({ space, key }) => claimKey(space, key)))
  if (names.size !== claims.length) return false
  for (const name of names) if (known.claim(name) !== undefined) return false
  const written = new Map<string, number>()
  return atoms.every(({ kind, ref, version }) => {
    const key = atomKey(tenant, reality, null, kind, ref)
    const newest = written.get(key) ?? known.version(key)
    written.set(key, version)
    return newest < version
  })
}

function readHolds(known: Known, read: Read): boolean {
  if (read.on === 'claim') return (known.claim(claimKey(read.space, read.key)) ?? null) === read.value
  const { scope, kind } = read
  if (read.on === 'atom') return versionIn(known, scope, kind, read.ref) === read.version
  return scope.layers.every(
    ({ reality, before }) => known.last(atomKey(scope.tenant, reality, before, kind, read.key)) <= read.last,
  )
}

/** The first layer that holds the ref answers for it. */
function versionIn(known: Known, { tenant, layers }: Scope, kind: string, ref: string): number {
  for (const { reality, before } of layers) {
    const version = known.version(atomKey(tenant, reality, before, kind, ref))
    if (version > 0) return version
  }
  return 0
}

function add(known: Known, { tenant, reality, atoms, claims, answer }: Unit, sequence: number): void {
  for (const { kind, ref, version, keys } of atoms) {
    known.setVersion(atomKey(tenant, reality, null, kind, ref), version)
    for (const key of keys) known.setLast(atomKey(tenant, reality, null, kind, key), sequence)
  }
  for (const { space, key, value } of claims) known.setClaim(claimKey(space, key), value)
  if (answer !== null) known.setAnswer(answerKey(tenant, answer.key))
}
