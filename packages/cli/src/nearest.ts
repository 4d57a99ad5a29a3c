/** The candidate that a typing error is likely to have meant; undefined where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const allowance = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3))
  const near = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter(({ distance }) => distance <= allowance)
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.candidate
}

/** How many letters must be added, dropped or changed (Levenshtein), row by row. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const change = row[j]! + (from[i] === to[j] ? 0 : 1)
      next.push(Math.min(change, row[j + 1]! + 1, next[j]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
