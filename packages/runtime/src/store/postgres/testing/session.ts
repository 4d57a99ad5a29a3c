import { Client } from 'pg'

/** A connection that a test drives by hand. */
export class Session implements AsyncDisposable {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async start(url: string): Promise<Session> {
    const client = new Client({ connectionString: url })
    await client.connect()
    return new Session(client)
  }

  async run(statement: string): Promise<void> {
    await this.#client.query(statement)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end()
  }
}
