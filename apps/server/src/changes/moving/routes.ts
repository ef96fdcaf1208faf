import type { Move, MoveSource } from '@flagstaff/contract/moving'
import { movingOperations } from '@flagstaff/contract/operations/moving'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { moveAnswer } from './answers.ts'
import { claimMove, deleteMove, findMove } from './queries.ts'
import { openSides } from './sides.ts'
import { bring, compare, follow, plan, runStep, type Step } from './steps.ts'

export async function movingRoutes(app: App) {
  const serve = routesOf(app, movingOperations)
  const stop = new AbortController()
  app.addHook('onClose', async () => stop.abort())
  const current = async () => moveAnswer(await findMove(app.read))

  serve('GET /api/admin/move', current)

  serve('POST /api/admin/move/plan', async (request, reply) => {
    const step = await begin(request, request.body, 'planning')
    void runStep(step, plan(step))
    return reply.code(202).send(await current())
  })

  serve('POST /api/admin/move/import', async (request, reply) => {
    const { body } = request
    const step = await begin(request, body, 'importing')
    void runStep(step, bring(step, body)).then(() => (body.follow ? follow(step, body) : undefined))
    return reply.code(202).send(await current())
  })

  serve('POST /api/admin/move/compare', async (request, reply) => {
    const step = await begin(request, request.body, 'comparing')
    void runStep(step, compare(step))
    return reply.code(202).send(await current())
  })

  serve('DELETE /api/admin/move', async (_request, reply) => {
    await app.note(deleteMove)
    return reply.code(204).send()
  })

  async function begin(request: FastifyRequest, source: MoveSource, phase: Move['phase']): Promise<Step> {
    const sides = openSides(app, request, source)
    const isNewEdition = phase === 'importing'
    const edition = await app.note((db) => claimMove(db, { phase, url: sides.source.url }, { isNewEdition }))
    if (edition === undefined) throw new AppError('conflict', { reason: 'An import is running.' })
    return { app, sides, edition, signal: stop.signal }
  }
}
