import { refusals, type RefusalCode } from '@membrane/contract'
import type { RefusalExample } from '@membrane/contract/refusal-examples'
import { scenarios } from './all.ts'
import { Stage } from './stage.ts'

/** Plays every scenario; answers what was seen, in the order of the registry. */
export async function recordRefusals(): Promise<Partial<Record<RefusalCode, RefusalExample>>> {
  const seen: Partial<Record<RefusalCode, RefusalExample>> = {}
  for (const code of Object.keys(refusals) as RefusalCode[]) {
    const scenario = scenarios[code]
    if (scenario !== undefined) seen[code] = await Stage.play(code, scenario)
  }
  return seen
}
