type Expect = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

const space = /[ \t\n\r]*/y
// oxlint-disable-next-line no-control-regex -- RFC 8259 §7 forbids them unescaped
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Where a text stops being JSON (RFC 8259): an index, its length where it ends too early. Called on bad input only. */
export function placeOfBreak(text: string): number {
  const open: ('{' | '[')[] = []
  let expect: Expect = 'value'
  let at = 0
  for (;;) {
    at = matchEnd(space, text, at) ?? at
    if (at === text.length || expect === 'nothing') return at
    const step = nextStep(text, at, expect, open)
    if (step === undefined) return at
    at = step.end
    expect = step.expect ?? (open.length === 0 ? 'nothing' : 'comma or end')
  }
}

function nextStep(
  text: string,
  at: number,
  expect: Expect,
  open: ('{' | '[')[],
): { readonly end: number; readonly expect?: Expect } | undefined {
  const character = text[at]!
  if (expect === 'colon') return character === ':' ? { end: at + 1, expect: 'value' } : undefined
  if (expect.endsWith('or end') && character === (open.at(-1) === '{' ? '}' : ']')) {
    open.pop()
    return { end: at + 1 }
  }
  if (expect === 'comma or end') {
    return character === ',' ? { end: at + 1, expect: open.at(-1) === '{' ? 'name' : 'value' } : undefined
  }
  if (expect.startsWith('name')) {
    const end = matchEnd(string, text, at)
    return end === undefined ? undefined : { end, expect: 'colon' }
  }
  if (character === '{' || character === '[') {
    open.push(character)
    return { end: at + 1, expect: character === '{' ? 'name or end' : 'value or end' }
  }
  const end = matchEnd(character === '"' ? string : scalar, text, at)
  return end === undefined ? undefined : { end }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
