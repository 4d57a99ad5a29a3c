import { unavailable, unknown } from '../refusal.ts'

export const logRefusals = {
  receipt_not_in_log: unknown(
    "The receipt must be of a commit in the caller's log.",
    'Ask for the receipt of a commit of this tenant. Those of reads and refusals are not in the log.',
  ),
  log_fork_detected: unavailable(
    'A log is signed only where it extends what was signed of it before.',
    'Have the operator bring back the log that was signed; membrane doctor says what differs.',
  ),
} as const
