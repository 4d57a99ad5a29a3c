import { readFileSync } from 'node:fs'
import { createAdmissionForBench } from './servers/in-process.ts'
import { claim } from './harness.ts'

/** Resident memory for each `standing.claim` with everything kept, over 200,000 of them. */
export async function benchMemory(commits = 200_000): Promise<string> {
  const { admit } = await createAdmissionForBench()
  const run = async (count: number): Promise<void> => {
    for (let made = 0; made < count; made++) {
      await admit('standing.claim', { body: claim, bearer: undefined, idempotencyKey: undefined })
    }
  }
  await run(50_000)
  const before = residentBytes()
  await run(commits)
  const perCommit = (residentBytes() - before) / commits
  return `## Memory

${commits.toLocaleString('en')} commits of \`standing.claim\`, memory store, everything kept (leaf, record, salts, proofs, indexes):
**${(perCommit / 1024).toFixed(2)} KiB resident a commit** (goal: at most 1.5).
`
}

function residentBytes(): number {
  for (let round = 0; round < 4; round++) globalThis.gc?.()
  const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return pages === undefined ? process.memoryUsage().rss : Number(pages) * 1024
}
