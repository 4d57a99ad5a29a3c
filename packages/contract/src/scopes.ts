/** Whether a list of scopes or powers covers a name: `*`, the name itself, or a dotted prefix of it. */
export function holdsScope(scopes: readonly string[], name: string): boolean {
  return scopes.some((scope) => scope === '*' || scope === name || name.startsWith(`${scope}.`))
}
