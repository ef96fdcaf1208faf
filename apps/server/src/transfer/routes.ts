import { Readable } from 'node:stream'
import { Nothing } from '@flagstaff/contract/schema'
import {
  ExportQuery,
  ExportResult,
  type ImportProgress,
  ImportToggles,
  ImportValidation,
} from '@flagstaff/contract/transfer'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { withLargeBudget } from '../platform/deadline.ts'
import { AppError } from '../platform/errors.ts'
import { checkPermission } from '../platform/http/routing.ts'
import type { App } from '../platform/http/server.ts'
import { exportFlags, importPart } from './commands.ts'
import { type CarryOut, type Checked, carryOver, check, refuse, toAnswer } from './import.ts'

const tags = ['Import/Export']

/** Room for the 5,000 flags that an installation may hold, with plenty of rules. */
const MOST_BYTES = 32 * 1024 * 1024

/** A file of thousands of flags is looked up name by name; its upload does not count. */
const CHECK_MS = 10_000

/** All flags of an installation are some megabytes. */
const EXPORT_MS = 10_000

export async function transferRoutes(app: App) {
  const large = {
    bodyLimit: MOST_BYTES,
    // Before the body is read: nobody unknown may send that much.
    onRequest: async (request: FastifyRequest) => checkPermission(request),
  }

  app.post(
    '/features-batch/export',
    {
      config: { command: exportFlags },
      schema: { operationId: 'exportFeatures', tags, body: ExportQuery, response: { 200: ExportResult } },
    },
    async (request, reply) => {
      const document = await withLargeBudget(EXPORT_MS, () => request.dispatch(exportFlags, request.body))
      if (request.body.downloadFile) {
        const day = new Date().toISOString().slice(0, 10)
        reply.header('content-disposition', `attachment; filename="flags-${day}.json"`)
      }
      return document
    },
  )

  app.post(
    '/features-batch/validate',
    {
      ...large,
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'validateImport',
        tags,
        body: ImportToggles,
        response: { 200: ImportValidation },
      },
    },
    async (request) => toAnswer(await checked(request, request.body)),
  )

  app.post(
    '/features-batch/import',
    {
      ...large,
      config: { command: importPart, permission: 'authenticated' },
      schema: { operationId: 'importToggles', tags, body: ImportToggles, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const ready = await accepted(request, request.body)
      let undo: string[] = []
      for await (const progress of carryOver(ready, dispatching(request))) undo = progress.undo
      // A header holds what takes back all of it, or nothing.
      if (undo.length === 1 && ready.parts.length === 1) request.undoId = undo[0]
      return reply.code(200).send()
    },
  )

  app.post(
    '/projects/:projectId/import',
    {
      ...large,
      config: { command: importPart },
      schema: {
        operationId: 'importWithProgress',
        summary: 'Import, and tell after each part how far it is: one JSON object a line',
        tags: ['Flagstaff'],
        params: Type.Object({ projectId: Type.String() }),
        body: Type.Omit(ImportToggles, ['project']),
        response: { 200: Type.Unknown() },
      },
    },
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
  (request: FastifyRequest): CarryOut =>
  async (input, options) => {
    request.undoId = undefined
    const { numbers } = await request.dispatch(importPart, input, options)
    const undo = request.undoId
    // The header of the answer would stand for one part only.
    request.undoId = undefined
    return { numbers, ...(undo ? { undo } : {}) }
  }

/** The answer has begun when something goes wrong, so that a line of it has to say so. */
async function* told(request: FastifyRequest, ready: Checked): AsyncGenerator<string> {
  const total = ready.parts.reduce((sum, part) => sum + part.flags, 0)
  let last: ImportProgress = { done: 0, parts: ready.parts.length, flags: 0, total, undo: [] }
  const line = (progress: ImportProgress) => `${JSON.stringify(progress)}\n`
  yield line(last)
  try {
    for await (const progress of carryOver(ready, dispatching(request))) {
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
