/** A route that answers a document rather than an envelope. */
export interface DocumentRoute {
  readonly path: string
  readonly summary: string
  readonly media: string
  /** Needs a bearer of the tenant whose document it is. */
  readonly bearer?: true
}

/** Everything that is served without an envelope. */
export const documentRoutes: readonly DocumentRoute[] = [
  { path: '/health', summary: 'What the runtime is and whether it is well.', media: 'application/json' },
  {
    path: '/ready',
    summary: '200 while the runtime takes work, 503 while it starts or stops.',
    media: 'application/json',
  },
  { path: '/version', summary: 'Versions of runtime and contract.', media: 'application/json' },
  {
    path: '/metrics',
    summary: 'Metrics: JSON, or Prometheus text where Accept asks for it.',
    media: 'application/json',
  },
  { path: '/v1/membrane/contract', summary: 'The contract as one document.', media: 'application/json' },
  { path: '/openapi.json', summary: 'The contract as OpenAPI 3.1.', media: 'application/json' },
  { path: '/docs', summary: 'Every operation of the contract, as a page.', media: 'text/html' },
  {
    path: '/docs/operations/{name}',
    summary: 'An operation with a recorded example and a form that sends it, as a page.',
    media: 'text/html',
  },
  { path: '/docs/docs.js', summary: 'The script of these pages.', media: 'text/javascript' },
  { path: '/docs/refusals', summary: 'Every refusal code with its rule, as a page.', media: 'text/html' },
  {
    path: '/docs/refusals/{code}',
    summary: 'What a refusal code means and how to satisfy it, as a page.',
    media: 'text/html',
  },
  {
    path: '/t/{id}/{epoch}/checkpoint',
    summary: 'The newest signed state of the log of an origin (C2SP tlog-checkpoint).',
    media: 'text/plain',
    bearer: true,
  },
  {
    path: '/t/{id}/{epoch}/tile/{level}/{index}',
    summary: 'Hashes of the tree, or its leaves where the level is entries (C2SP tlog-tiles).',
    media: 'application/octet-stream',
    bearer: true,
  },
]
