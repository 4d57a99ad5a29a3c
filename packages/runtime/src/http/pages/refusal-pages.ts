import {
  categoryStatus,
  committedCodes,
  findOperation,
  operationList,
  ownCodes,
  passedCodes,
  refusalOf,
  refusals,
  statusOf,
  type Category,
  type RefusalCode,
} from '@membrane/contract'
import { breakable, code, escape, operationPath, refusalPath, renderPage } from './page.ts'
import { exampleStyle, renderRefusalExample } from './refusal-example.ts'

const codes = Object.keys(refusals) as RefusalCode[]
const categories = Object.keys(categoryStatus) as Category[]

/** Every refusal code with its rule, by category. */
export function renderRefusalIndex(): string {
  const links = categories.map((category) => `<li><a href="#${category}">${titleOf(category)}</a></li>`)
  return renderPage({
    title: 'Membrane refusals',
    head: `<style>${indexStyle}</style>\n`,
    nav: `<ul>\n${links.join('\n')}\n</ul>`,
    main: `<h1>Refusals</h1>
<p>${codes.length} codes. Each has a page: the rule, how to satisfy it, a request that a server refused with it and one that it took.</p>
<p class="soft">A refusal names the first guard that fails, in the order in which the page of an operation lists its codes.
The status follows from the category. Branch on the code: it stays, while sentences may change.</p>
${categories.map(renderCategory).join('\n')}`,
  })
}

/** The page of one refusal code; none where there is no such code. */
export function renderRefusalPage(asked: string): string | undefined {
  if (!Object.hasOwn(refusals, asked)) return undefined
  const refusal = asked as RefusalCode
  const { category, guard_rule, satisfy, retry } = refusalOf(refusal)
  const again =
    retry === 'later'
      ? 'The same request may pass later.'
      : 'The same request stays refused until something changes.'
  return renderPage({
    title: `${refusal}: a refusal of Membrane`,
    head: `<style>${exampleStyle}</style>\n`,
    nav: renderSiblings(refusal, category),
    main: `<h1>${breakable(refusal)}</h1>
<p class="lead">${prose(guard_rule)}</p>
<p class="soft">Status ${statusOf(refusal)}, <a href="/docs/refusals#${category}">${titleOf(category).toLowerCase()}</a>. ${again}</p>
<h2>How to satisfy it</h2>
<p>${prose(satisfy)}</p>
${renderRefusalExample(refusal)}
<h2>Who answers it</h2>
${renderHolders(refusal)}`,
  })
}

function renderCategory(category: Category): string {
  const rows = codes
    .filter((refusal) => refusalOf(refusal).category === category)
    .map((refusal) => {
      const rule = prose(refusalOf(refusal).guard_rule)
      return `<dt><a href="${refusalPath(refusal)}"><code>${breakable(refusal)}</code></a></dt><dd>${rule}</dd>`
    })
  return `<section id="${category}">
<h2>${titleOf(category)} <span class="soft">${categoryStatus[category]}</span></h2>
<dl>${rows.join('\n')}</dl>
</section>`
}

/** The operations that hold the rule, and those that pass the code on from their steps. */
function renderHolders(refusal: RefusalCode): string {
  const holding = operationList.filter((operation) =>
    [...ownCodes(operation), ...committedCodes(operation)].includes(refusal),
  )
  const passing = operationList.filter((operation) => passedCodes(operation).includes(refusal))
  if (holding.length === 0) return '<p>The server itself, for a request that is of no operation.</p>'
  const links = (of: typeof holding): string =>
    of.map(({ name }) => code(name, operationPath(name))).join(' ')
  const held =
    holding.length > holdersMax
      ? `<details><summary>${holding.length} of ${operationList.length} operations</summary><p>${links(holding)}</p></details>`
      : `<p>${links(holding)}</p>`
  return passing.length === 0 ? held : `${held}\n<p class="soft">From their steps also ${links(passing)}</p>`
}

const holdersMax = 16

/** A sentence in which names of the interface are told apart, operations with a link. */
function prose(sentence: string): string {
  return escape(sentence).replaceAll(/\b[A-Za-z]\w*(?:[.:]\w+)*/g, (word) => {
    if (!/[_.:]/.test(word)) return word
    return code(word, findOperation(word) && operationPath(word))
  })
}

function renderSiblings(current: RefusalCode, category: Category): string {
  const links = codes
    .filter((refusal) => refusalOf(refusal).category === category)
    .map((refusal) => {
      const here = refusal === current ? ' aria-current="page"' : ''
      return `<li><a href="${refusalPath(refusal)}"${here}>${breakable(refusal)}</a></li>`
    })
  return `<h2>${titleOf(category)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`
}

function titleOf(category: Category): string {
  const words = category.replaceAll('_', ' ')
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

const indexStyle = `
@media(max-width:50rem){nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem}}
@media(min-width:64rem){dl{display:grid;grid-template-columns:minmax(0,22rem) minmax(0,1fr);gap:.5rem 1.6rem}dt,dd{margin:0}}
`
