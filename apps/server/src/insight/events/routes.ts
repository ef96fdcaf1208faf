import { eventsOperations } from '@flagstaff/contract/operations/events'
import { invalid, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { isRecorded, readAnchor } from '../../platform/write/anchor.ts'
import { verifyAfter } from '../../platform/write/verify.ts'
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

  serve('GET /api/admin/event-chain', async (request) => {
    const { after = 0, hash } = request.query
    if (after > 0 && !hash) throw invalid('Send the hash of the revision as well.', 'hash')
    const anchor = await readAnchor(app.read)
    if (after > 0 && after < anchor.revision)
      throw invalid(
        `The events up to ${anchor.revision} were exported and removed, so this position cannot be checked. Send a later one, or none.`,
        'after',
      )
    const isStart = after === 0 || !hash
    const from = isStart ? anchor : { revision: after, hash: Buffer.from(hash, 'hex') }
    const found = (await isRecorded(app.read, anchor))
      ? await verifyAfter(app.read, from)
      : { ...from, brokenAt: from.revision + 1 }
    const removed = isStart && anchor.revision > 0 ? { removed: anchor.revision } : {}
    return { ...found, hash: found.hash.toString('hex'), ...removed }
  })

  serve('POST /api/admin/events/:id/revert', { forProposers: true }, async (request, reply) => {
    const { id } = request.params
    const search = { ids: [id], limit: 1, offset: 0 }
    const { events } = await searchEvents(app.read, sightOf(request.signedIn()), search)
    if (events.length === 0) throw notFound('event', String(id))
    await request.revert(id, { evenIfChanged: request.body.evenIfChanged ?? false })
    return reply.code(204).send()
  })
}
