import { formatSecret, KeyringError, readConfig, readKeyring, webhookKey } from '@membrane/runtime'
import { command, Failure } from '../command.ts'
import { say, sayJson } from '../io.ts'

export const webhookSecret = command({
  name: 'webhook-secret',
  summary: 'Prints the secret by which receivers verify webhook deliveries',
  usage: 'membrane webhook-secret [--data-dir DIR]',
  examples: [
    { line: 'membrane webhook-secret', summary: 'of a durable server, from the keyring of its data folder' },
  ],
  options: {
    'data-dir': { type: 'string', value: 'DIR', summary: 'the data folder (MEMBRANE_DATA_DIR, ./.membrane)' },
  },
  wordsMax: 0,
  async run({ values }, { stdout, env }) {
    const { MEMBRANE_DATA_DIR, MEMBRANE_WEBHOOK_SECRET } = env
    const config = readConfig({ MEMBRANE_DATA_DIR, MEMBRANE_WEBHOOK_SECRET })
    const key = config.webhookSecret ?? (await keyOf(values['data-dir'] ?? config.dataDir))
    const secret = formatSecret(key)
    if (values.json) sayJson(stdout, { webhook_secret: secret })
    else say(stdout, secret)
    return 0
  },
})

async function keyOf(dataDir: string): Promise<Uint8Array> {
  try {
    const keyring = await readKeyring(dataDir)
    if (keyring !== undefined) return webhookKey(keyring)
  } catch (error) {
    if (error instanceof KeyringError) throw new Failure(error.message)
    throw error
  }
  throw new Failure(`there is no keyring in ${dataDir}: a durable server makes it when it first starts`)
}
