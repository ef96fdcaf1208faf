import { eventsOperations } from '@flagstaff/contract/operations/events'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { listCreators, searchEvents } from './queries.ts'
import { readSearch } from './search.ts'
import { sightOf } from './sight.ts'

const newest = { limit: 100, offset: 0 }

export async function eventRoutes(app: App) {
  const serve = routesOf(app, eventsOperations)
  serve('GET /api/admin/events', async (request) => {
    const { project } = request.query
    const search = { ...newest, projects: project === undefined ? undefined : [project] }
    const { events, total } = await searchEvents(app.read, sightOf(request.signedIn()), search)
    return { version: 1 as const, events, totalEvents: total }
  })

  serve('GET /api/admin/events/:featureName', async (request) => {
    const { featureName } = request.params
    const search = { ...newest, flags: [featureName] }
    const { events, total } = await searchEvents(app.read, sightOf(request.signedIn()), search)
    return { version: 1 as const, toggleName: featureName, events, totalEvents: total }
  })

  serve('GET /api/admin/search/events', async (request) =>
    searchEvents(app.read, sightOf(request.signedIn()), readSearch(request.query)),
  )

  serve('GET /api/admin/event-creators', async () => listCreators(app.read))

  serve('POST /api/admin/events/:id/revert', async (request, reply) => {
    const { id } = request.params
    const search = { ids: [id], limit: 1, offset: 0 }
    const { events } = await searchEvents(app.read, sightOf(request.signedIn()), search)
    if (events.length === 0) throw notFound('event', String(id))
    await request.revert(id, { evenIfChanged: request.body.evenIfChanged ?? false })
    return reply.code(204).send()
  })
}
