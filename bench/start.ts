import { median, serve } from './harness.ts'

/** From the start of the process to the first 200 of `/ready`. */
export async function benchStart(rounds = 5): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await using served = await serve('../packages/cli/src/main.ts')
    while ((await fetch(`${served.url}/ready`)).status !== 200);
    times.push(performance.now() - startedAt)
  }
  return `## Start to ready\n\nMemory store, ${rounds} starts: median **${Math.round(median(times))} ms**.\n`
}
