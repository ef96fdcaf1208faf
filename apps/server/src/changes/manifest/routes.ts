import type { CreateManifestFlag, UpdateManifestFlag } from '@flagstaff/contract/manifest'
import { manifestOperations } from '@flagstaff/contract/operations/manifest'
import { createFlag, projectOf, updateFlag } from '../../flags/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { answerErrors } from './errors.ts'
import { findUpdatedAt, listManifest, listProjects } from './queries.ts'

/** The sync API of the OpenFeature CLI: `openfeature pull` and `openfeature push`. */
export async function manifestRoutes(app: App) {
  answerErrors(app)
  app.addHook('onRequest', async (request) => {
    request.caller = await app.identify(request)
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    reply.header('x-manifest-capabilities', capabilitiesOf(request.signedIn()))
    return payload
  })
  const serve = routesOf(app, manifestOperations)

  serve('GET /openfeature/v0/manifest', async (request) => ({
    flags: await listManifest(app.read, request.signedIn().viewer, request.query),
  }))

  serve('POST /openfeature/v0/manifest/flags', { command: createFlag }, async (request, reply) => {
    const caller = request.signedIn()
    const { key: name, description = null } = request.body
    const project = request.query.project ?? (await projectFor(app.read, caller))
    await request.dispatch(createFlag, { project, name, description, ...valueIn(request.body) })
    return reply.code(201).send(await answer(app.read, caller, name))
  })

  serve('PUT /openfeature/v0/manifest/flags/:key', { command: updateFlag }, async (request) => {
    const caller = request.signedIn()
    const { key: flag, description = null } = request.body
    if (flag !== request.params.key) throw invalid('The key in the path and in the body must match.', 'key')
    const project = await projectOf(app.read, caller.viewer, flag)
    await request.dispatch(updateFlag, { project, flag, description, ...valueIn(request.body) })
    return answer(app.read, caller, flag)
  })
}

/** The display name of a manifest is not stored: flags have only a name. */
const valueIn = ({ type, defaultValue, schema }: CreateManifestFlag | UpdateManifestFlag) => ({
  valueType: type,
  ...(defaultValue === undefined ? {} : { defaultValue }),
  ...(schema === undefined ? {} : { valueSchema: schema }),
})

async function answer(db: Reader, { viewer }: Caller, key: string) {
  const [[flag], updatedAt] = await Promise.all([listManifest(db, viewer, { key }), findUpdatedAt(db, key)])
  if (!flag) throw notFound('flag', key)
  return { flag, updatedAt: updatedAt.toISOString() }
}

const capabilitiesOf = (caller: Caller) =>
  caller.mayAnywhere('CREATE_FEATURE', {}) || caller.mayAnywhere('UPDATE_FEATURE', {}) ? 'read,write' : 'read'

/** The CLI cannot name a project, so a token for one project decides. */
async function projectFor(db: Reader, caller: Caller): Promise<string> {
  const projects = (await listProjects(db, caller.viewer)).filter((project) =>
    caller.may('CREATE_FEATURE', { project }),
  )
  const [first] = projects
  if (first !== undefined && projects.length === 1) return first
  if (projects.includes('default')) return 'default'
  throw invalid(
    'Name the project in the query, or use a token that can create flags in one project.',
    'project',
  )
}
