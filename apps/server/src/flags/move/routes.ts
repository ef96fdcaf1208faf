import type { MoveFeatures } from '@flagstaff/contract/moves'
import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { noPermission, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { sees } from '../../platform/write/actor.ts'
import { findProjectRules } from '../queries.ts'
import { moveFlags } from './commands.ts'
import { findObstacles, refuseArchived, refuseFull, sameProject } from './obstacles.ts'
import { countFlags, countTokens, listOwn } from './queries.ts'

export async function moveRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/changeProject',
    { command: moveFlags },
    async (request, reply) => {
      const { projectId, featureName } = request.params
      const target = request.body.newProjectId
      await request.dispatch(moveFlags, { project: projectId, target, flags: [featureName] })
      return reply.code(200).send()
    },
  )

  serve('POST /api/admin/projects/:projectId/move', { command: moveFlags }, async (request, reply) => {
    await request.dispatch(moveFlags, inputOf(request))
    return reply.code(200).send()
  })

  serve('POST /api/admin/projects/:projectId/move/validate', { forProposers: true }, async (request) => {
    const asked = inputOf(request)
    const { viewer, may } = request.signedIn()
    const move = { ...asked, flags: await listOwn(app.read, asked) }
    const rules = sees(viewer, move.target) && (await findProjectRules(app.read, move.target))
    if (!rules) throw notFound('project', move.target)
    if (!may('MOVE_FEATURE_TOGGLE', { project: move.target })) {
      throw noPermission(['MOVE_FEATURE_TOGGLE'], ` in the project ${move.target}`)
    }
    const obstacles =
      move.target === move.project
        ? [{ error: sameProject(move.target), flags: move.flags }]
        : [
            ...refuseArchived(move, rules),
            ...(await findObstacles(app.read, move, rules.naming)),
            ...refuseFull(move, rules, await countFlags(app.read, move.target)),
          ]
    const { losing, gaining } = await countTokens(app.read, move)
    return {
      obstacles: obstacles.map(({ error, flags }) => ({ message: error.message, features: [...flags] })),
      losingTokens: losing,
      gainingTokens: gaining,
    }
  })
}

const inputOf = ({ params, body }: { params: { projectId: string }; body: MoveFeatures }) => ({
  project: params.projectId,
  target: body.newProjectId,
  flags: body.features,
})
