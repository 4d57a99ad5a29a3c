import { compose, readConfig, type Runtime } from '@membrane/runtime'

/** The runtime without its HTTP side, for what is measured inside one process. */
export function createAdmissionForBench(): Promise<Runtime> {
  return compose(readConfig({ MEMBRANE_LOG_LEVEL: 'silent' }))
}
