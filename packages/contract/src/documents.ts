/** A route that answers a document rather than an envelope. */
export interface DocumentRoute {
  readonly path: string
  readonly summary: string
  readonly media: string
}

/** Everything that is served without an envelope and without a bearer. */
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
  { path: '/docs', summary: 'The contract as a page.', media: 'text/html' },
]
