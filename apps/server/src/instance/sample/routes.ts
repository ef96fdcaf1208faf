import { instanceOperations } from '@flagstaff/contract/operations/instance'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { findSetting } from '../settings/queries.ts'
import { NO_SAMPLE, setSample } from './commands.ts'
import { countSamples, listSamples } from './queries.ts'

export async function sampleRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  serve('GET /api/admin/evaluation-sample', async () => {
    const [setting, environments] = await Promise.all([
      findSetting(app.read, 'evaluation-sample'),
      countSamples(app.read),
    ])
    return { ...(setting ?? NO_SAMPLE), environments }
  })

  serve('PUT /api/admin/evaluation-sample', { command: setSample }, async (request, reply) => {
    await request.dispatch(setSample, request.body)
    return reply.code(204).send()
  })

  serve('GET /api/admin/evaluation-sample/:environment', async (request) => ({
    contexts: await listSamples(app.read, request.params.environment),
  }))
}
