import { Readable } from 'node:stream'
import { transferOperations } from '@flagstaff/contract/operations/transfer'
import type { ImportProgress, ImportToggles } from '@flagstaff/contract/transfer'
import type { FastifyRequest } from 'fastify'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { largeBody } from '../../platform/http/body-limits.ts'
import { dispatchPart } from '../../platform/http/dispatch.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { exportFlags, importPart } from './commands.ts'
import { type Checked, check, type ImportPart, importParts, refuse, toAnswer } from './import.ts'

/** Enough for the 5,000 flags that an installation can have, with many rules. */
const MOST_BYTES = 32 * 1024 * 1024

/** Timeout for validating a file with thousands of flags; the upload time does not count. */
const CHECK_MS = 10_000

/** Timeout for exporting all flags of an installation, which can be some megabytes. */
const EXPORT_MS = 10_000

export async function transferRoutes(app: App) {
  const serve = routesOf(app, transferOperations)
  const large = largeBody(MOST_BYTES)

  serve('POST /api/admin/features-batch/export', { command: exportFlags }, async (request, reply) => {
    const document = await withLargeBudget(EXPORT_MS, () => request.dispatch(exportFlags, request.body))
    if (request.body.downloadFile) {
      const day = new Date().toISOString().slice(0, 10)
      reply.header('content-disposition', `attachment; filename="flags-${day}.json"`)
    }
    return document
  })

  serve('POST /api/admin/features-batch/validate', { ...large, forProposers: true }, async (request) =>
    toAnswer(await checked(request, request.body)),
  )

  serve(
    'POST /api/admin/features-batch/import',
    { command: importPart, scopeInBody: true, ...large },
    async (request, reply) => {
      const ready = await accepted(request, request.body)
      let undo: string[] = []
      for await (const progress of importParts(ready, dispatching(request))) undo = progress.undo
      // The undo header must undo the whole import, so it is only set if there is a single part.
      if (undo.length === 1 && ready.parts.length === 1) request.undoId = undo[0]
      return reply.code(200).send()
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/import',
    { command: importPart, ...large },
    async (request, reply) => {
      const ready = await accepted(request, { ...request.body, project: request.params.projectId })
      const lines = Readable.from(told(request, ready))
      return reply.type('application/x-ndjson; charset=utf-8').header('cache-control', 'no-store').send(lines)
    },
  )

  const checked = (request: FastifyRequest, body: ImportToggles): Promise<Checked> => {
    const { read, settings } = app
    const caller = request.signedIn()
    return withLargeBudget(CHECK_MS, () => check({ read, caller, limits: settings.limits }, body))
  }

  async function accepted(request: FastifyRequest, body: ImportToggles): Promise<Checked> {
    const ready = await checked(request, body)
    refuse(ready)
    return ready
  }
}

const dispatching =
  (request: FastifyRequest): ImportPart =>
  async (input, options) => {
    const { result, undo } = await dispatchPart(request, importPart, input, options)
    return { numbers: result.numbers, ...undo }
  }

/** Streams the progress. The response has already started when an error occurs, so errors are sent as a line. */
async function* told(request: FastifyRequest, ready: Checked): AsyncGenerator<string> {
  const total = ready.parts.reduce((sum, part) => sum + part.flags, 0)
  let last: ImportProgress = { done: 0, parts: ready.parts.length, flags: 0, total, undo: [] }
  const line = (progress: ImportProgress) => `${JSON.stringify(progress)}\n`
  yield line(last)
  try {
    for await (const progress of importParts(ready, dispatching(request))) {
      last = progress
      yield line(last)
    }
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal', { id: request.id })
    if (known.code === 'internal') request.log.error({ err: error }, 'an import failed')
    const { name, message, details } = known
    yield line({ ...last, error: { name, message, details } })
  }
}
