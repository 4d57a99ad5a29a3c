import { escape } from './page.ts'

/** JSON as HTML on several lines: names, texts and words of the language are told apart, short lists take a line. */
export function jsonHtml(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll(
    /\[\n\s+([^[\]{}]{1,60}?)\n\s+\]/g,
    (_, entries: string) => {
      return `[${entries.replaceAll(/\n\s+/g, ' ')}]`
    },
  )
  return text.replaceAll(
    /("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*|[<>&]/g,
    (found, quoted: string | undefined, colon: string | undefined) => {
      if (quoted === undefined) return `<i>${escape(found)}</i>`
      return colon === undefined ? `<q>${escapeText(quoted)}</q>` : `${escapeText(quoted)}:`
    },
  )
}

/** Escapes what opens markup in a text; quotes may stay. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
