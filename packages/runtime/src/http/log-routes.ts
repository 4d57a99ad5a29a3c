import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ref, RefusalCode } from '@membrane/contract'
import {
  encodeEntryBundle,
  LedgerError,
  parseTilePath,
  TILE_WIDTH,
  tileWidth,
  type TileAddress,
} from '@membrane/ledger'
import type { ReadableTenant } from '../admission/document-access.ts'
import type { LogStore } from '../store/port.ts'
import { bearerOf } from './headers.ts'
import { send, type Refuse } from './reply.ts'

/** What the documents of a log are made of. */
export interface LogDocuments {
  readonly log: LogStore
  readonly readableTenant: ReadableTenant
  /** The opaque id in the origins of a tenant's log. */
  readonly idOf: (tenant: Ref) => string
  /** How many leaves the log of an epoch has; undefined where there is no such epoch. */
  readonly extent: (tenant: Ref, epoch: number) => Promise<number | undefined>
  /** The signed checkpoint of an epoch; undefined where the log is forked. */
  readonly checkpoint: (tenant: Ref, epoch: number) => Promise<{ readonly note: string } | undefined>
}

interface LogRouteOptions extends LogDocuments {
  readonly clock: () => number
  readonly refuse: Refuse
}

interface Path {
  readonly id: string
  readonly epoch: number
  readonly rest: string
}

/** Checkpoint, tiles and entry bundles (C2SP tlog-tiles) of the caller's log. Any other log does not exist. */
export function addLogRoutes(app: FastifyInstance, options: LogRouteOptions): void {
  const { log, readableTenant, idOf, extent, clock } = options
  const refuse = (request: FastifyRequest, reply: FastifyReply, code: RefusalCode): FastifyReply =>
    send(request, reply, options.refuse(code))

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = parsePath(request.url)
    const { tenant: named } = request.query as { tenant?: string | string[] }
    const readable = await readableTenant(bearerOf(request.headers.authorization), named?.toString(), clock())
    if ('refused' in readable) return refuse(request, reply, readable.refused)
    const { tenant } = readable
    if (path === undefined || path.id !== idOf(tenant)) return refuse(request, reply, 'route_unknown')
    const size = await extent(tenant, path.epoch)
    if (size === undefined) return refuse(request, reply, 'route_unknown')
    if (path.rest === 'checkpoint') {
      const checkpoint = await options.checkpoint(tenant, path.epoch)
      if (checkpoint === undefined) return refuse(request, reply, 'log_fork_detected')
      reply.type('text/plain; charset=utf-8').header('cache-control', 'private, max-age=1')
      return reply.send(checkpoint.note)
    }
    const tile = tileOf(path.rest, size)
    if (tile === undefined) return refuse(request, reply, 'route_unknown')
    reply.type('application/octet-stream').header('cache-control', 'private, immutable')
    return reply.send(Buffer.from(await readTile(log, tenant, tile)))
  }

  for (const url of ['/t/:id/:epoch/checkpoint', '/t/:id/:epoch/tile/*'])
    app.route({ method: 'GET', url, handler: answer })
}

/** The path as it was sent: an escape in it is another path. */
function parsePath(url: string): Path | undefined {
  const match = /^\/t\/([0-9a-f]{32})\/([1-9]\d{0,8})\/([^?#]+)/.exec(url)
  return match ? { id: match[1]!, epoch: Number(match[2]), rest: match[3]! } : undefined
}

/** The tile of a path, as far as the log has all of its hashes or leaves. */
function tileOf(path: string, size: number): TileAddress | undefined {
  try {
    const tile = parseTilePath(path)
    const level = tile.level === 'entries' ? 0 : tile.level
    return tile.width <= tileWidth(level, tile.index, size) ? tile : undefined
  } catch (error) {
    if (error instanceof LedgerError) return undefined
    throw error
  }
}

async function readTile(log: LogStore, tenant: Ref, tile: TileAddress): Promise<Uint8Array> {
  const { level, index, width } = tile
  if (level !== 'entries') return log.tile(tenant, level, index, width)
  return encodeEntryBundle(await log.leaves(tenant, index * TILE_WIDTH, width))
}
