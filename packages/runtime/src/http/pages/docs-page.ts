import { contractVersion, fixtureTokens, operationList, type Operation } from '@membrane/contract'
import { docsHead } from './docs-style.ts'
import { filterBox, operationGroups, wordsOf, type OperationGroup } from './operation-nav.ts'
import { breakable, code, escape, operationPath, renderPage } from './page.ts'

/** The API page: every operation of the contract by what it is about, each with a page of its own. */
export function renderDocsPage(): string {
  const links = operationGroups.map(({ title, id }) => `<li><a href="#${id}">${title}</a></li>`)
  return renderPage({
    title: `Membrane API ${contractVersion}`,
    head: docsHead,
    nav: `${filterBox('main')}\n<ul class="groups">\n${links.join('\n')}\n</ul>`,
    main: `<h1>Membrane API</h1>
<p>${operationList.length} operations. Each has a page with its request, an answer that a server really gave, its refusals in the
order in which they apply, and a form that sends it to this server.</p>
<p class="soft">Contract ${contractVersion}. Production is closed. Every answer is an envelope with a receipt; reads need a bearer,
on the loopback ${code(fixtureTokens.primary)}.</p>
${operationGroups.map(renderGroup).join('\n')}`,
  })
}

function renderGroup({ title, id, operations }: OperationGroup): string {
  return `<section id="${id}" class="group">
<h2>${title}</h2>
<ul class="operations">
${operations.map(renderEntry).join('\n')}
</ul>
</section>`
}

function renderEntry(operation: Operation): string {
  const { name, method, path, summary } = operation
  return `<li id="${name}" data-words="${wordsOf(operation)}"><a href="${operationPath(name)}">${breakable(name)}</a>
<p>${escape(summary)}</p><p class="call"><b>${method}</b> ${escape(path)}</p></li>`
}
