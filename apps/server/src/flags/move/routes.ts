import { FlagParams, ProjectFlagsParams } from '@flagstaff/contract/flags'
import { ChangeProject, MoveFeatures, ValidateMoveFeatures } from '@flagstaff/contract/moves'
import { Nothing } from '@flagstaff/contract/schema'
import { sees } from '../../platform/actor.ts'
import { noPermission, notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { findProjectRules } from '../queries.ts'
import { moveFlags } from './commands.ts'
import { findObstacles, refuseFull } from './obstacles.ts'
import { countFlags, countTokens, listOwn } from './queries.ts'

const tags = ['Features']

export async function moveRoutes(app: App) {
  app.post(
    '/projects/:projectId/features/:featureName/changeProject',
    {
      config: { command: moveFlags },
      schema: {
        operationId: 'changeProject',
        tags,
        params: FlagParams,
        body: ChangeProject,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, featureName } = request.params
      const target = request.body.newProjectId
      await request.dispatch(moveFlags, { project: projectId, target, flags: [featureName] })
      return reply.code(200).send()
    },
  )

  app.post(
    '/projects/:projectId/move',
    {
      config: { command: moveFlags },
      schema: {
        operationId: 'moveFeatures',
        tags,
        params: ProjectFlagsParams,
        body: MoveFeatures,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(moveFlags, inputOf(request))
      return reply.code(200).send()
    },
  )

  app.post(
    '/projects/:projectId/move/validate',
    {
      config: { permission: 'MOVE_FEATURE_TOGGLE' },
      schema: {
        operationId: 'validateMoveFeatures',
        tags,
        params: ProjectFlagsParams,
        body: MoveFeatures,
        response: { 200: ValidateMoveFeatures },
      },
    },
    async (request) => {
      const asked = inputOf(request)
      const { viewer, may } = request.signedIn()
      const move = { ...asked, flags: await listOwn(app.read, asked) }
      const rules = sees(viewer, move.target) && (await findProjectRules(app.read, move.target))
      if (!rules) throw notFound('project', move.target)
      if (!may('MOVE_FEATURE_TOGGLE', { project: move.target })) {
        throw noPermission(['MOVE_FEATURE_TOGGLE'], ` in the project ${move.target}`)
      }
      const obstacles = [
        ...(await findObstacles(app.read, move, rules.naming)),
        ...refuseFull(move, rules, await countFlags(app.read, move.target)),
      ]
      const { losing, gaining } = await countTokens(app.read, move)
      return {
        obstacles: obstacles.map(({ error, flags }) => ({ message: error.message, features: [...flags] })),
        losingTokens: losing,
        gainingTokens: gaining,
      }
    },
  )
}

const inputOf = ({ params, body }: { params: { projectId: string }; body: MoveFeatures }) => ({
  project: params.projectId,
  target: body.newProjectId,
  flags: body.features,
})
