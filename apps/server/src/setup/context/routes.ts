import { contextOperations } from '@flagstaff/contract/operations/context'
import { nameTaken, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { checkName } from '../../platform/names.ts'
import { createField, deleteField, removeLegalValue, setLegalValue, updateField } from './commands.ts'
import { projectContextRoutes } from './project-routes.ts'
import { findContextField, isNameTaken, listContextFields, listRulesUsing } from './queries.ts'
import { warnOfUses } from './warnings.ts'

export async function contextRoutes(app: App) {
  const serve = routesOf(app, contextOperations)
  await projectContextRoutes(app)

  serve('GET /api/admin/context', async (request) =>
    listContextFields(app.read, request.signedIn().viewer, {
      installation: true,
      projects: request.query.include === 'project' ? 'all' : 'none',
    }),
  )

  serve('POST /api/admin/context', { command: createField }, async (request, reply) => {
    const field = await request.dispatch(createField, request.body)
    return reply.code(201).header('location', `context/${field.name}`).send(field)
  })

  serve('POST /api/admin/context/validate', { forProposers: true }, async (request, reply) => {
    const { name } = request.body
    checkName('context field', name)
    if (await isNameTaken(app.read, name)) throw nameTaken('context field', name)
    return reply.send()
  })

  serve('GET /api/admin/context/:contextField', async (request) => {
    const { contextField } = request.params
    const field = await findContextField(app.read, request.signedIn().viewer, contextField)
    if (!field) throw notFound('context field', contextField)
    return field
  })

  serve('PUT /api/admin/context/:contextField', { command: updateField }, async (request, reply) => {
    const { contextField: name } = request.params
    const changed = await request.dispatch(updateField, { ...request.body, name })
    await warnOfUses(request, reply, name, changed)
    return reply.send()
  })

  serve('DELETE /api/admin/context/:contextField', { command: deleteField }, async (request, reply) => {
    await request.dispatch(deleteField, { name: request.params.contextField })
    return reply.send()
  })

  serve(
    'POST /api/admin/context/:contextField/legal-values',
    { command: setLegalValue },
    async (request, reply) => {
      const { contextField } = request.params
      const input = { name: contextField, legalValue: request.body }
      await warnOfUses(request, reply, contextField, await request.dispatch(setLegalValue, input))
      return reply.send()
    },
  )

  serve(
    'DELETE /api/admin/context/:contextField/legal-values/:legalValue',
    { command: removeLegalValue },
    async (request, reply) => {
      const { contextField, legalValue } = request.params
      const input = { name: contextField, value: legalValue }
      await warnOfUses(request, reply, contextField, await request.dispatch(removeLegalValue, input))
      return reply.send()
    },
  )

  serve('GET /api/admin/context/:contextField/strategies', async (request) => {
    const { contextField } = request.params
    const { viewer } = request.signedIn()
    if (!(await findContextField(app.read, viewer, contextField))) {
      throw notFound('context field', contextField)
    }
    return { strategies: await listRulesUsing(app.read, viewer, contextField) }
  })
}
