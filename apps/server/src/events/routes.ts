import {
  EventCreators,
  EventId,
  EventSearchQuery,
  EventSearchResponse,
  Events,
  EventsQuery,
  FeatureEvents,
  FeatureEventsParams,
  RevertEvent,
} from '@flagstaff/contract/events'
import { Nothing } from '@flagstaff/contract/schema'
import { notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { listCreators, searchEvents } from './queries.ts'
import { readSearch } from './search.ts'
import { sightOf } from './sight.ts'

const tags = ['Events']
const newest = { limit: 100, offset: 0 }

export async function eventRoutes(app: App) {
  app.get(
    '/events',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getEvents', tags, querystring: EventsQuery, response: { 200: Events } },
    },
    async (request) => {
      const { project } = request.query
      const search = { ...newest, projects: project === undefined ? undefined : [project] }
      const { events, total } = await searchEvents(app.read, sightOf(request.signedIn()), search)
      return { version: 1 as const, events, totalEvents: total }
    },
  )

  app.get(
    '/events/:featureName',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getEventsForToggle',
        tags,
        params: FeatureEventsParams,
        response: { 200: FeatureEvents },
      },
    },
    async (request) => {
      const { featureName } = request.params
      const search = { ...newest, flags: [featureName] }
      const { events, total } = await searchEvents(app.read, sightOf(request.signedIn()), search)
      return { version: 1 as const, toggleName: featureName, events, totalEvents: total }
    },
  )

  app.get(
    '/search/events',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'searchEvents',
        tags,
        querystring: EventSearchQuery,
        response: { 200: EventSearchResponse },
      },
    },
    async (request) => searchEvents(app.read, sightOf(request.signedIn()), readSearch(request.query)),
  )

  app.get(
    '/event-creators',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getEventCreators', tags, response: { 200: EventCreators } },
    },
    async () => listCreators(app.read),
  )

  app.post(
    '/events/:id/revert',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'revertEvent',
        tags: ['Flagstaff'],
        params: EventId,
        body: RevertEvent,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const search = { ids: [id], limit: 1, offset: 0 }
      const { events } = await searchEvents(app.read, sightOf(request.signedIn()), search)
      if (events.length === 0) throw notFound('event', String(id))
      await request.revert(id, { evenIfChanged: request.body.evenIfChanged ?? false })
      return reply.code(204).send()
    },
  )
}
