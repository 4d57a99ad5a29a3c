import { operationList, type Operation } from '@membrane/contract'
import { breakable, escape, operationPath } from './page.ts'

export interface OperationGroup {
  readonly title: string
  /** The anchor of its heading. */
  readonly id: string
  readonly operations: readonly Operation[]
}

/** What operations are about, by the beginning of their names, in the order of the story. */
const beginnings = [
  ['Tenants and companies', 'tenant.', 'company.'],
  ['Signing in and sessions', 'auth.', 'authority.sessionRevoke'],
  ['Passkeys and presence', 'humanAuth.', 'authority.presenceApproval'],
  ['Standing', 'standing.'],
  ['Mandates', 'mandate.'],
  ['Keys and operators', 'authority.keyRotate', 'authority.hostedOperator.'],
  ['Packages of authority', 'authority.package.'],
  ['Economy', 'economy.', 'vertical.'],
  ['Realities', 'reality.'],
  ['Capabilities', 'capability.'],
  ['Effects', 'effect.'],
  ['Operations posture', 'ops.'],
  ['The record and its log', 'commit.', 'm7.', 'evidence.', 'receipt.', 'log.', 'proof.'],
  ['Refusals', 'refusal.'],
] as const

/** Every operation in its group. */
export const operationGroups: readonly OperationGroup[] = beginnings.map(([title, ...prefixes]) => ({
  title,
  id: title.toLowerCase().replaceAll(' ', '-'),
  operations: operationList.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix))),
}))

/** A box that narrows the list `of` a page down; without script there is none. */
export function filterBox(of: string): string {
  return `<div class="filter" hidden><input type="search" id="filter" data-of="${of}" placeholder="Filter" autocomplete="off"
aria-label="Filter the operations" aria-keyshortcuts="/" spellcheck="false"><kbd>/</kbd><p role="status"></p></div>`
}

/** The words by which a filter finds an operation. */
export function wordsOf({ name, aliases = [], path, summary }: Operation): string {
  return escape([name, ...aliases, path, summary].join(' ').toLowerCase())
}

/** Every operation by group, the current one marked. */
export function operationNav(current: Operation): string {
  const groups = operationGroups.map(
    ({ title, operations }) => `<section>\n<h2>${title}</h2>
<ul>\n${operations.map((operation) => navEntry(operation, operation === current)).join('\n')}\n</ul>\n</section>`,
  )
  return `${filterBox('nav')}\n${groups.join('\n')}`
}

function navEntry(operation: Operation, isCurrent: boolean): string {
  const { name } = operation
  const here = isCurrent ? ' aria-current="page"' : ''
  return `<li data-words="${wordsOf(operation)}"><a href="${operationPath(name)}"${here}>${breakable(name)}</a></li>`
}
