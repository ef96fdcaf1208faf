import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { routesOf } from '../platform/http/serve.ts'
import type { App } from '../platform/http/server.ts'
import { archiveRoutes } from './archive/routes.ts'
import { cloneFlag } from './clone/commands.ts'
import { createFlag, markFlags, patchFlag, updateFlag } from './commands.ts'
import { dependencyRoutes } from './dependencies/routes.ts'
import { guardRoutes } from './guards/routes.ts'
import { lifecycleRoutes } from './lifecycle/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { moveRoutes } from './move/routes.ts'
import { ownerRoutes } from './owner/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { flagReadRoutes } from './reads/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { safeguardRoutes } from './safeguards/routes.ts'
import { switchRoutes } from './switch/routes.ts'
import { flagTagRoutes } from './tags/routes.ts'
import { flagTypeRoutes } from './types/routes.ts'
import { variantRoutes } from './variants/routes.ts'

export async function flagRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  const parts = [
    flagReadRoutes,
    ruleRoutes,
    switchRoutes,
    variantRoutes,
    archiveRoutes,
    dependencyRoutes,
    linkRoutes,
    lifecycleRoutes,
    moveRoutes,
    ownerRoutes,
    planRoutes,
    guardRoutes,
    safeguardRoutes,
    flagTagRoutes,
    flagTypeRoutes,
  ]
  for (const routes of parts) await app.register(routes)

  serve('POST /api/admin/projects/:projectId/features', { command: createFlag }, async (request, reply) => {
    const flag = await request.dispatch(createFlag, { ...request.body, project: request.params.projectId })
    return reply.code(201).send(flag)
  })

  serve('PUT /api/admin/projects/:projectId/features/:featureName', { command: updateFlag }, (request) =>
    request.dispatch(updateFlag, { ...request.body, ...targetOf(request.params) }),
  )

  serve('PATCH /api/admin/projects/:projectId/features/:featureName', { command: patchFlag }, (request) =>
    request.dispatch(patchFlag, { patches: request.body, ...targetOf(request.params) }),
  )

  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/clone',
    { command: cloneFlag },
    async (request, reply) => {
      const flag = await request.dispatch(cloneFlag, { ...request.body, ...targetOf(request.params) })
      return reply.code(201).send(flag)
    },
  )

  serve('POST /api/admin/projects/:projectId/stale', { command: markFlags }, async (request, reply) => {
    const { features, stale } = request.body
    await request.dispatch(markFlags, { project: request.params.projectId, flags: features, stale })
    return reply.code(202).send()
  })
}

const targetOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  flag: featureName,
})
