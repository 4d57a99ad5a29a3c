import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'

/** A Chromium that needs nothing of the machine, unpacked into a folder of its own that goes with it. */
export class Chromium implements AsyncDisposable {
  readonly browser: Browser
  readonly #folder: string

  private constructor(browser: Browser, folder: string) {
    this.browser = browser
    this.#folder = folder
  }

  static async start(): Promise<Chromium> {
    const folder = await mkdtemp(join(tmpdir(), 'membrane-chromium-'))
    // The package unpacks into the temporary folder, its own system libraries too where it believes to run in Lambda.
    const { TMPDIR, AWS_EXECUTION_ENV } = process.env
    process.env.TMPDIR = folder
    process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
    const packed = await import('@sparticuz/chromium')
    const executablePath = await packed.default.executablePath()
    const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
    const browser = await chromium.launch({ executablePath, args, env: { ...process.env } })
    restore({ TMPDIR, AWS_EXECUTION_ENV })
    return new Chromium(browser, folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

function restore(before: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

/** A device with a passkey store, as DevTools simulates it. */
export class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #id: string

  private constructor(session: CDPSession, id: string) {
    this.#session = session
    this.#id = id
  }

  static async attach(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  /** Whether the device recognises its user from now on. */
  async recogniseUser(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })
  }
}
