import { accessOperations } from '@flagstaff/contract/operations/access'
import { invalid } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import type { RoleRecord } from './change-queries.ts'
import { createRole, deleteRole, updateRole } from './commands.ts'
import { isNameTaken, listEnvironments } from './queries.ts'
import { acceptName, acceptPermissions } from './rules.ts'

export async function roleChangeRoutes(app: App) {
  const serve = routesOf(app, accessOperations)
  serve('POST /api/admin/roles', { command: createRole }, async (request) =>
    toAnswer(await request.dispatch(createRole, { role: request.body })),
  )

  serve('POST /api/admin/roles/validate', async (request, reply) => {
    const { name, type = 'custom', permissions = [] } = request.body
    const wanted = acceptName(name)
    acceptPermissions(type, permissions, await listEnvironments(app.read))
    if (await isNameTaken(app.read, wanted)) throw invalid(`A role called ${wanted} already exists.`, 'name')
    return reply.send()
  })

  serve('PUT /api/admin/roles/:roleId', { command: updateRole }, async (request) =>
    toAnswer(await request.dispatch(updateRole, { id: request.params.roleId, role: request.body })),
  )

  serve('DELETE /api/admin/roles/:roleId', { command: deleteRole }, async (request, reply) => {
    await request.dispatch(deleteRole, { id: request.params.roleId })
    return reply.send()
  })
}

/** The wire format calls this field `roles`, although it holds a single role. */
const toAnswer = ({ id, name, description, type }: RoleRecord) => ({
  version: 1,
  roles: { id, name, description, type },
})
