import { unavailable, unknown } from '../refusal.ts'

export const logRefusals = {
  receipt_not_in_log: unknown("The receipt must be of a commit in the caller's log."),
  log_fork_detected: unavailable('A log is signed only where it extends what was signed of it before.'),
} as const
