import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Stands between a store and its database, and breaks the connection at a chosen moment. */
export class Relay implements AsyncDisposable {
  readonly url: string
  /** How often a connection was broken on purpose. */
  lost = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #silent = new WeakSet<Socket>()
  #statement: string | undefined
  #keepsRequest = false
  #spoiled: string | undefined

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  static async start(url: string): Promise<Relay> {
    const target = new URL(url)
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const own = new URL(url)
    own.port = String((server.address() as AddressInfo).port)
    const relay = new Relay(server, own.href)
    server.on('connection', (socket) => relay.#join(socket, connect(Number(target.port), target.hostname)))
    return relay
  }

  /** The next such statement reaches the database; its answer reaches nobody. */
  loseAnswerTo(statement: string): void {
    this.#statement = statement
    this.#keepsRequest = true
  }

  /** The next such statement never reaches the database. */
  loseRequest(statement: string): void {
    this.#statement = statement
    this.#keepsRequest = false
  }

  /** The next such statement reaches the database as one that it cannot parse. */
  spoil(statement: string): void {
    this.#spoiled = statement
  }

  /** Connections that are open now stay so, and no byte passes them any more. */
  silence(): void {
    for (const socket of this.#sockets) this.#silent.add(socket)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(store: Socket, database: Socket): void {
    let isBroken = false
    for (const socket of [store, database]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
    }
    store.on('data', (bytes) => {
      if (isBroken || this.#silent.has(store)) return
      const hit = this.#statement !== undefined && bytes.includes(`${this.#statement}\0`)
      if (hit) {
        isBroken = true
        this.#statement = undefined
        this.lost++
      }
      if (hit && !this.#keepsRequest) {
        database.destroy()
        store.destroy()
      } else database.write(this.#spoilt(bytes))
    })
    database.on('data', (bytes) => {
      if (!isBroken) store.write(bytes)
      else if (isIdle(bytes)) store.destroy()
    })
    store.on('close', () => database.destroy())
    database.on('close', () => store.destroy())
  }

  #spoilt(bytes: Buffer): Buffer {
    const at = this.#spoiled === undefined ? -1 : bytes.indexOf(`${this.#spoiled}\0`)
    if (at < 0) return bytes
    this.#spoiled = undefined
    const spoilt = Buffer.from(bytes)
    spoilt.write('?', at)
    return spoilt
  }
}

/** ReadyForQuery, outside of a transaction: the last thing that the database says of a COMMIT. */
function isIdle(bytes: Buffer): boolean {
  return bytes.includes(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))
}
