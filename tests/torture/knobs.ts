/** How hard the torture is: moments in a normal run, as long as one likes with `npm run torture`. */
export const knobs = {
  /** How often something is killed. */
  rounds: number('TORTURE_ROUNDS', 2),
  /** How long the load lasts before each kill, milliseconds. */
  loadMs: number('TORTURE_LOAD_MS', 500),
  /** Callers at once. */
  callers: number('TORTURE_CALLERS', 12),
  /** Contending operations. */
  operations: number('TORTURE_OPERATIONS', 600),
}

function number(name: string, normal: number): number {
  const given = Number(process.env[name] ?? normal)
  if (!Number.isSafeInteger(given) || given < 1) throw new Error(`${name} must be a positive integer`)
  return given
}
