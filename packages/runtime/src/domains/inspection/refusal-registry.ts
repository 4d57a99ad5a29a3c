import { operations, registryEntries } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'

const entries = registryEntries()

export const refusalRegistry = implement(operations['refusal.registry'], { decide: () => admit({ entries }) })
