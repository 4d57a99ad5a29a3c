import { describe, test } from 'node:test'
import { activityRules } from './activity.ts'
import { againRules } from './again.ts'
import { answerRules } from './answers.ts'
import { batchRules } from './batches.ts'
import { checkRules } from './checks.ts'
import { claimRules } from './claims.ts'
import { logRules } from './log.ts'
import { modelRules } from './model.ts'
import { queryRules } from './queries.ts'
import { rangeRules } from './ranges.ts'
import { readRules } from './reads.ts'
import { epoch, originOf, type OpenStore, type Rule } from './rule.ts'

/** Every sentence with MUST in `port.ts`, held against a store. */
export function storeConformance(name: string, open: OpenStore): void {
  const rule: Rule = (title, check) => {
    test(title, async () => {
      const clock = { now: Date.parse('2026-06-15T12:00:00.000Z') }
      await using store = await open({ clock: () => clock.now, originOf, epoch })
      await check(store, clock)
    })
  }
  describe(`the ${name} store`, () => {
    for (const rules of [
      readRules,
      rangeRules,
      checkRules,
      claimRules,
      answerRules,
      batchRules,
      againRules,
      logRules,
      queryRules,
      activityRules,
      modelRules,
    ]) {
      rules(rule)
    }
  })
}
