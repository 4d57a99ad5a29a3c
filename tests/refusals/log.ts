import { exampleOf, operator, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const show = 'receipt.show'

/** Commits something; answers its receipt. */
async function committed(stage: Stage): Promise<string> {
  const { durable_state } = await stage.admits('standing.claim', exampleOf('standing.claim'))
  return durable_state.commit.replace('commit:', 'receipt:')
}

export const logScenarios: Scenarios = {
  receipt_not_in_log: async (stage) => {
    const ref = await committed(stage)
    await stage.refused(show, { ref: 'receipt:none', tenant }, operator)
    await stage.passes(show, { ref, tenant }, operator)
  },
  log_fork_detected: async (stage) => {
    await stage.admits(show, { ref: await committed(stage), tenant }, operator)
    stage.faults.alter('tile', (tile) => tile.map((byte) => byte ^ 1))
    stage.says('The log in the store is no longer the one that was signed: its hashes have changed.')
    const ref = await committed(stage)
    await stage.refused(show, { ref, tenant }, operator)
    stage.faults.release()
    stage.says('The operator has brought back the log that was signed.')
    await stage.passes(show, { ref, tenant }, operator)
  },
}
