import { methodName, operationList } from '@membrane/contract'

/** What a call needs to know of its operation. */
export interface Route {
  readonly operation: string
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** The route of every operation, by the name of its method here. */
export const routes: Readonly<Record<string, Route>> = Object.fromEntries(
  operationList.map(({ name, method, path }) => [methodName(name), { operation: name, method, path }]),
)
