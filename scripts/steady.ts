/** What is another one in every run: identifiers, hashes, keys and signatures, and when a database committed. */
const random = [
  /(?<![0-9a-z])01[0-9a-hjkmnp-tv-z]{24}(?![0-9a-z])/,
  /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/,
  /(?<=\+)[0-9a-f]{8}(?=\+)/,
  /[A-Za-z0-9+/]{43,}={0,2}/,
  /(?<="(?:challenge|id_b64url|salt)": ")[A-Za-z0-9+/=_-]{20,}(?=")/,
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/,
  /(?<=_measured_seconds": )[\d.]+/,
]
const anyRandom = new RegExp(random.map(({ source }) => source).join('|'), 'g')

/** A text with its random parts numbered in the order in which they first appear: what two runs have in common. */
export function steady(text: string): string {
  const numbers = new Map<string, string>()
  return text.replaceAll(anyRandom, (part) => {
    const number = numbers.get(part) ?? `#${numbers.size + 1}`
    numbers.set(part, number)
    return number
  })
}
