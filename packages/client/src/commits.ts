import { accepted } from './accepted.ts'
import type { Accepted, Method, RequestOf } from './types.ts'

/** `limit` is the length of a page; `cursor` is where to begin. */
export type CommitsRequest = RequestOf<'commit.recent'>

export type Commit = Accepted<'commit.recent'>['body']['commits'][number]

/** Every commit from the newest on, a page at a time. */
export async function* eachCommit(
  readPage: Method<'commit.recent'>,
  request: CommitsRequest,
): AsyncGenerator<Commit, void> {
  let page = request
  for (;;) {
    const { commits, next_cursor: cursor } = accepted(await readPage(page))
    yield* commits
    if (cursor === null) return
    page = { ...request, cursor }
  }
}
