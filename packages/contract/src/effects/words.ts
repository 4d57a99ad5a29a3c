/** The words of a name, in lower case: split at everything that is not a letter, and where the case changes. */
export function wordsOf(name: string): string[] {
  const found = name.normalize('NFKC').match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+/gu) ?? []
  return found.map((word) => word.toLowerCase())
}
