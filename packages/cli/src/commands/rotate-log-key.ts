import { KeyringError, rotateLogKey, readConfig } from '@membrane/runtime'
import { command, Failure } from '../command.ts'
import { say, sayJson } from '../io.ts'

export const rotateKey = command({
  name: 'rotate-log-key',
  summary: 'Begins a new epoch: a new key for the checkpoints of every log',
  usage: 'membrane rotate-log-key [--data-dir DIR]',
  examples: [{ line: 'membrane rotate-log-key', summary: 'then restart the servers that share the keyring' }],
  options: {
    'data-dir': { type: 'string', value: 'DIR', summary: 'the data folder (MEMBRANE_DATA_DIR, ./.membrane)' },
  },
  wordsMax: 0,
  async run({ values }, { stdout, env }) {
    const dataDir = values['data-dir'] ?? readConfig({ MEMBRANE_DATA_DIR: env['MEMBRANE_DATA_DIR'] }).dataDir
    const { epoch, publicKeyHash } = await rotate(dataDir)
    if (values.json) sayJson(stdout, { epoch, public_key_hash: publicKeyHash })
    else {
      say(stdout, `epoch ${epoch}, public key ${publicKeyHash}`)
      say(
        stdout,
        'restart every server that shares this keyring; old receipts verify by the old keys for ever',
      )
    }
    return 0
  },
})

async function rotate(dataDir: string): Promise<{ epoch: number; publicKeyHash: string }> {
  try {
    return (await rotateLogKey(dataDir)).epochs.at(-1)!
  } catch (error) {
    if (error instanceof KeyringError) throw new Failure(error.message)
    throw error
  }
}
