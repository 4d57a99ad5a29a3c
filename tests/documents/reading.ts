import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig } from '@membrane/runtime'
import { ManualClock, World } from '@membrane/testkit'
import { DocumentDatabase } from './database.ts'
import { assertExcerpt } from './excerpt.ts'
import { root, type Block } from './markdown.ts'
import { Shell } from './shell.ts'
import { assertShown, matches } from './matching.ts'

/** The address of the server in every document, and that of a receiver. */
const shownUrl = 'http://127.0.0.1:8080'
const shownReceiver = 'http://127.0.0.1:9090'

/** A reader who follows one document: a folder, a terminal and a running server, from the first block to the last. */
export class Reading implements AsyncDisposable {
  readonly folder: string
  world: World
  /** The first line of what the document lets run on. */
  address = ''
  readonly #shell: Shell
  readonly #database = new DocumentDatabase()
  /** What the last block that ran has said. */
  #said = ''

  private constructor(folder: string, world: World) {
    this.folder = folder
    this.world = world
    this.#shell = new Shell(folder, { MEMBRANE_PORT: new URL(world.url).port, PORT: '0' })
  }

  static async begin(): Promise<Reading> {
    const folder = mkdtempSync(join(tmpdir(), 'membrane-reading-'))
    // The embedded PostgreSQL runs as another user where the reader is root.
    chmodSync(folder, 0o755)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    return new Reading(folder, await startWorld({}))
  }

  /** Does what each block says, in order; what no block uses fails. */
  async read(blocks: readonly Block[]): Promise<void> {
    for (const [at, block] of blocks.entries()) {
      const where = `${block.document}:${block.line}`
      const rest = blocks.slice(at + 1)
      try {
        if (block.from === undefined) await this.#do(block, rest)
        else assertExcerpt(block)
      } catch (error) {
        throw new Error(`${where} (${block.kind})`, { cause: error })
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shell.end()
    await this.world[Symbol.asyncDispose]()
    await this.#database[Symbol.asyncDispose]()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }

  async #do(block: Block, rest: readonly Block[]): Promise<void> {
    const text = await this.#here(block.text)
    switch (block.kind) {
      case 'sh':
        return this.#runs(block, text, rest)
      case 'ts':
      case 'js':
      case 'python':
        return this.#program(block, text, rest)
      case 'html':
        return this.#save(block, text, rest)
      case 'json':
        return this.#answered(JSON.parse(text))
      case 'output':
        assert.ok(matches(text.trim(), this.#said.trim()), `it says:\n${this.#said}`)
        return
      case 'sql':
        return this.#database.run(text)
      case 'env':
        return this.#settles(block, parseEnv(text) as Record<string, string>)
      case 'text':
        assert.doesNotMatch(text, /^\s*(?:curl|npm|npx|membrane) /m, 'a command is of the kind sh')
        return
      default:
        assert.fail(`a block of the kind ${block.kind || 'none'}: nobody executes it`)
    }
  }

  /** The document's addresses as they are here. */
  async #here(text: string): Promise<string> {
    const here = text.replaceAll(shownUrl, this.world.url)
    return this.#database.here(this.address === '' ? here : here.replaceAll(shownReceiver, this.address))
  }

  async #settles({ server }: Block, settings: Readonly<Record<string, string>>): Promise<void> {
    readConfig(settings)
    if (!server) return
    const { port } = new URL(this.world.url)
    await this.world[Symbol.asyncDispose]()
    this.world = await startWorld({ MEMBRANE_PORT: port, ...settings })
  }

  async #runs(block: Block, text: string, rest: readonly Block[]): Promise<void> {
    if (block.background) {
      this.address = await this.#shell.runOn(text)
      this.#said = `${this.address}\n`
      return
    }
    const { status, stdout, stderr } = await this.#shell.run(text)
    this.#said = stdout
    const [next] = rest
    const refused = next?.kind === 'json' && next.text.includes('"refusal_code"')
    if (refused) assert.notEqual(status, 0, `it was not refused: ${stdout}`)
    else assert.equal(status, 0, `${stdout}\n${stderr}`)
  }

  async #program(block: Block, text: string, rest: readonly Block[]): Promise<void> {
    if (block.file !== undefined) return this.#save(block, text, rest)
    const file = `block-${block.line}.${block.kind}`
    writeFileSync(join(this.folder, file), text)
    const program = block.kind === 'python' ? 'python3' : 'npx node'
    await this.#runs(block, `${program} ${file}`, rest)
  }

  #save({ file }: Block, text: string, rest: readonly Block[]): void {
    assert.ok(file !== undefined, 'it has no file name')
    assert.ok(
      rest.some((block) => block.text.includes(file)),
      `no later block uses ${file}`,
    )
    writeFileSync(join(this.folder, file), text)
  }

  /** A whole envelope, or a part of one or of its body. */
  #answered(shown: Record<string, unknown>): void {
    const answer = lastJson(this.#said) as Record<string, unknown> & { readonly body?: object }
    if ('operation' in shown) return assertShown(shown, answer, 'answer')
    const isBody = answer.body !== undefined && !('body' in shown)
    assertShown(shown, isBody ? answer.body : answer, 'answer', true)
  }
}

/** In memory, and at the time of the machine: what a document runs beside the server reads its clock. */
function startWorld(settings: Readonly<Record<string, string>>): Promise<World> {
  return World.start({ inMemory: true, clock: new ManualClock(Date.now()), settings })
}

function lastJson(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return JSON.parse(said.trim().split('\n').at(-1)!)
  }
}
