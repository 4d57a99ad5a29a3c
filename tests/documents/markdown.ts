import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A fenced block of a document: "```kind attribute…". */
export interface Block {
  readonly document: string
  /** The line of the opening fence. */
  readonly line: number
  readonly kind: string
  /** The name under which a reader saves it (`file=`). */
  readonly file: string | undefined
  /** The source that it shows a part of (`from=`). */
  readonly from: string | undefined
  /** Whether it runs on beside what comes after it (`background`). */
  readonly background: boolean
  /** Whether the server is started anew with it (`server`). */
  readonly server: boolean
  readonly text: string
}

/** Every Markdown document of the project, by its path. */
export function documents(): string[] {
  const found = globSync(['*.md', '{docs,bench,tests,scripts,packages}/**/*.md'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  return found.sort()
}

export function textOf(document: string): string {
  return readFileSync(join(root, document), 'utf8')
}

/** The fenced blocks of a document in their order. A fence that is never closed, or a word on it that means nothing, throws. */
export function blocksOf(document: string, text = textOf(document)): Block[] {
  const blocks: Block[] = []
  let open: { readonly line: number; readonly indent: string; readonly info: string } | undefined
  let lines: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^(\s*)(?:`{3,}|~{3,})(.*)$/.exec(line)
    if (fence === null) lines.push(open === undefined ? '' : line.slice(open.indent.length))
    else if (open === undefined) {
      open = { line: index + 1, indent: fence[1]!, info: fence[2]!.trim() }
      lines = []
    } else {
      blocks.push(blockOf(document, open.line, open.info, lines))
      open = undefined
    }
  }
  if (open !== undefined) throw new Error(`${document}:${open.line}: the block is never closed`)
  return blocks
}

function blockOf(document: string, line: number, info: string, lines: readonly string[]): Block {
  const [kind = '', ...words] = info.split(/\s+/)
  let file: string | undefined
  let from: string | undefined
  let background = false
  let server = false
  for (const word of words) {
    if (word.startsWith('file=')) file = word.slice('file='.length)
    else if (word.startsWith('from=')) from = word.slice('from='.length)
    else if (word === 'background') background = true
    else if (word === 'server') server = true
    else throw new Error(`${document}:${line}: ${word} means nothing on a fence`)
  }
  return { document, line, kind, file, from, background, server, text: `${lines.join('\n')}\n` }
}
