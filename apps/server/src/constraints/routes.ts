import { Constraint } from '@flagstaff/contract/common'
import { Nothing } from '@flagstaff/contract/schema'
import type { App } from '../platform/http/server.ts'
import { acceptConstraints } from './index.ts'

export async function constraintRoutes(app: App) {
  app.post(
    '/constraints/validate',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'validateConstraint',
        tags: ['Features'],
        body: Constraint,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await acceptConstraints(app.read, [request.body], app.settings.limits)
      return reply.code(204).send()
    },
  )
}
