import { ConfigError, readConfig, settings, type Config } from '@membrane/runtime'
import { UsageError, type Option } from './command.ts'
import type { Io } from './io.ts'

type Setting = keyof typeof settings
type Flag = Option & { readonly type: 'string' }

/** `MEMBRANE_LOG_LEVEL` as a flag: `log-level`. */
function flagOf(setting: string): string {
  return setting.slice('MEMBRANE_'.length).toLowerCase().replaceAll('_', '-')
}

/** Settings as flags; those named, or all. */
export function settingOptions(
  names: readonly Setting[] = Object.keys(settings) as Setting[],
): Readonly<Record<string, Flag>> {
  return Object.fromEntries(
    names.map((name) => [flagOf(name), { type: 'string', summary: `${settings[name].rule} (${name})` }]),
  )
}

/** The environment with what the flags set in it; flags win. */
export function environmentOf(values: Readonly<Record<string, unknown>>, env: Io['env']): Io['env'] {
  const given = Object.keys(settings).map((name) => [name, values[flagOf(name)] ?? env[name]] as const)
  return { ...env, ...(Object.fromEntries(given) as Record<string, string | undefined>) }
}

/** The configuration of the environment and the flags. A value that cannot be used is a usage error. */
export function configOf(values: Readonly<Record<string, unknown>>, env: Io['env']): Config {
  try {
    return readConfig(environmentOf(values, env))
  } catch (error) {
    throw error instanceof ConfigError ? usageError(error, values) : error
  }
}

/** Names the flag in the place of the setting where that is what was given. */
export function usageError({ message }: ConfigError, values: object): UsageError {
  return new UsageError(
    message.replace(/^MEMBRANE_\w+/, (name) => (flagOf(name) in values ? `--${flagOf(name)}` : name)),
  )
}
