import { registryEntries, type RegistryEntry } from '@membrane/contract'
import { breakable, code, escape, operationPath, refusalPath, renderPage } from './page.ts'

const entries = registryEntries()

/** Every refusal code with its rule, by category. */
export function renderRefusalIndex(): string {
  const groups = Object.entries(Object.groupBy(entries, ({ category }) => category))
  return renderPage({
    title: 'Membrane refusals',
    nav: `<ul>\n${groups.map(([category]) => `<li><a href="#${category}">${titleOf(category)}</a></li>`).join('\n')}\n</ul>`,
    main: `<h1>Refusals</h1>
<p>What a call answers that is not admitted: a code that stays, and the rule that did not hold.</p>
${groups.map(([category, group]) => renderGroup(category, group)).join('\n')}`,
  })
}

/** The page of one refusal code; none where there is no such code. */
export function renderRefusalPage(asked: string): string | undefined {
  const entry = entries.find((candidate) => candidate.code === asked)
  if (entry === undefined) return undefined
  const { category, guard_rule, operations } = entry
  return renderPage({
    title: `${asked}: a refusal of Membrane`,
    nav: renderSiblings(entry),
    main: `<h1>${breakable(asked)}</h1>
<p>${escape(guard_rule)}</p>
<p class="soft">${entry.status} · ${titleOf(category)} · ${retryOf(entry)}</p>
<h2>Operations</h2>
<p>${operations.length === 0 ? 'Any call, before its operation is found.' : operations.map((name) => code(name, operationPath(name))).join(' ')}</p>`,
  })
}

function renderGroup(category: string, group: readonly RegistryEntry[]): string {
  const rows = group.map(
    (entry) => `<dt>${code(entry.code, refusalPath(entry.code))}</dt><dd>${escape(entry.guard_rule)}</dd>`,
  )
  return `<section id="${category}">
<h2>${titleOf(category)}</h2>
<dl>${rows.join('\n')}</dl>
</section>`
}

function renderSiblings({ category, code: current }: RegistryEntry): string {
  const links = entries
    .filter((entry) => entry.category === category)
    .map((entry) => {
      const here = entry.code === current ? ' aria-current="page"' : ''
      return `<li><a href="${refusalPath(entry.code)}"${here}>${breakable(entry.code)}</a></li>`
    })
  return `<h2>${titleOf(category)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`
}

function titleOf(category: string): string {
  const words = category.replaceAll('_', ' ')
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

function retryOf({ retryable }: RegistryEntry): string {
  return retryable ? 'the same request may pass later' : 'not without a change'
}
