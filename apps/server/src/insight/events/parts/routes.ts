import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { eventPartsOperations } from '@flagstaff/contract/operations/event-parts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { requestRemoval } from './commands.ts'
import { partText } from './export.ts'
import { listRemoved } from './queries.ts'
import { readParts } from './read.ts'

/** A download whose client does not read is ended, since a process exports one part at a time. */
const STALLED_MS = 120_000

export async function eventPartRoutes(app: App) {
  const serve = routesOf(app, eventPartsOperations)
  const { read } = app
  let isExporting = false

  serve('GET /api/admin/event-parts', async () => {
    const [parts, removed] = await Promise.all([readParts(read), listRemoved(read)])
    return {
      parts,
      removed: removed.map(({ first, last, lastHash, sha256, removedAt }) => ({
        first,
        last,
        lastHash: lastHash ?? '',
        sha256,
        removedAt: removedAt?.toISOString() ?? null,
      })),
    }
  })

  serve('GET /api/admin/event-parts/:last/file', { exposeHeadRoute: false }, async (request, reply) => {
    const part = (await readParts(read)).find(({ last }) => last === request.params.last)
    if (!part || part.events === 0) throw notFound('part of the event log', request.params.last)
    if (isExporting)
      throw new AppError('conflict', { reason: 'Another part is being exported. Try again when it is done.' })
    isExporting = true
    const { first, events } = part
    const last = first + events - 1
    const file = createGzip()
    const patience = setTimeout(() => file.destroy(), STALLED_MS)
    const text = partText(read, { first, last }, async () => void patience.refresh())
    pipeline(Readable.from(text), file, (error) => {
      clearTimeout(patience)
      isExporting = false
      if (error && !isAborted(error)) request.log.error({ err: error }, 'a part could not be exported')
    })
    return reply
      .type('application/gzip')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="flagstaff-events-${first}-${last}.ndjson.gz"`)
      .send(file)
  })

  serve('POST /api/admin/event-parts/:last/removal', { command: requestRemoval }, async (request, reply) => {
    await request.dispatch(requestRemoval, { ...request.params, ...request.body })
    return reply.code(202).send()
  })
}

/** The caller has stopped the download. */
const isAborted = (error: NodeJS.ErrnoException) => error.code === 'ERR_STREAM_PREMATURE_CLOSE'
