import { fixtureTokens } from '@membrane/contract'
import { createMembrane, type Membrane } from '@membrane/client'
import { UsageError, type Options } from './command.ts'
import type { Io } from './io.ts'

/** The flags of a command that calls a server. */
export const remoteOptions = {
  'base-url': {
    type: 'string',
    value: 'URL',
    summary: 'the server; without it http://127.0.0.1 at MEMBRANE_PORT, or 8080',
  },
  token: { type: 'string', summary: 'the bearer token; without it the primary fixture token' },
} as const satisfies Options

interface Remote {
  readonly 'base-url'?: string
  readonly token?: string
}

/** A client of the server that the flags name, and where that is. */
export function connect(values: Remote, { env, sleep }: Io): { membrane: Membrane; baseUrl: string } {
  const baseUrl = values['base-url'] ?? `http://127.0.0.1:${env['MEMBRANE_PORT'] ?? 8080}`
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new UsageError('--base-url must be an http or https URL')
  return { membrane: createMembrane({ baseUrl, token: tokenOf(values, env), sleep }), baseUrl }
}

export function tokenOf({ token }: Remote, env: Io['env']): string {
  return token ?? env['MEMBRANE_FIXTURE_TOKEN_PRIMARY'] ?? fixtureTokens.primary
}
