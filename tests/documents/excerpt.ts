import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, type Block } from './markdown.ts'

/** Holds a block against the source that it shows: its lines stand there in this order; `…` is what lies between. */
export function assertExcerpt({ from, text }: Block): void {
  const source = linesOf(readFileSync(join(root, from!), 'utf8'))
  let at = 0
  for (const part of text.split(/^\s*…\s*$/m)) {
    const lines = linesOf(part)
    if (lines.length === 0) continue
    const found = source.findIndex(
      (_, start) => start >= at && lines.every((line, index) => source[start + index] === line),
    )
    assert.notEqual(found, -1, `${from} does not have the lines\n${part}`)
    at = found + lines.length
  }
  assert.ok(at > 0, `nothing of ${from} is shown`)
}

/** Lines without their indentation; empty ones do not count. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
