import {
  type Addon,
  type AddonTested,
  MOST_REPLAYED,
  type TryAddon,
  type UpsertAddon,
} from '@flagstaff/contract/integrations'
import { integrationsOperations } from '@flagstaff/contract/operations/integrations'
import { invalid, limitReached, notAllowed, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { sealSecret } from '../../platform/secret-box.ts'
import { type Caller, confinedTo, sees } from '../../platform/write/actor.ts'
import {
  createIntegration,
  deleteIntegration,
  isHidden,
  replaceSecret,
  replayEvents,
  skipEvents,
  updateIntegration,
} from './commands.ts'
import { hostOf, openCall } from './delivery/call.ts'
import { compose, isReadable, knownParameters, LOST_SECRETS, openIntegration } from './delivery/compose.ts'
import { reachOf, within } from './delivery/filter.ts'
import {
  countWanted,
  countWeek,
  findNewest,
  insertDelivery,
  type Range,
  readWanted,
} from './delivery/queries.ts'
import { type Sent, send } from './delivery/send.ts'
import { exportEvents } from './export.ts'
import { entryOf, rangesOf, wireOf, withinPage } from './log/entries.ts'
import { type DeliveryRow, findDelivery, listDeliveries, readStates } from './log/queries.ts'
import { checkParameters, mask, split, unmask } from './parameters.ts'
import { catalogue, findProvider } from './providers/index.ts'
import { messageOf } from './providers/message.ts'
import type { SentEvent } from './providers/types.ts'
import { findIntegration, type Integration, listIntegrations } from './queries.ts'
import { sampleEvent } from './sample.ts'
import { newSigningSecret } from './signature.ts'

export async function integrationRoutes(app: App) {
  const serve = routesOf(app, integrationsOperations)
  const { read, settings } = app
  const call = openCall(settings)

  const seal = (text: string) => sealSecret(settings.encryptionKeys, text)

  const shown = (integration: Integration, { viewer }: Caller): Addon => {
    const { id, provider, description, enabled, events, projects, environments } = integration
    const secret = Object.fromEntries(
      Object.entries(knownParameters(integration, settings)).filter(
        ([name]) => !(name in integration.parameters),
      ),
    )
    return {
      id,
      provider,
      description,
      enabled,
      parameters: mask(findProvider(provider), { open: { ...integration.parameters }, secret }),
      events: [...events],
      projects: projects.filter((project) => sees(viewer, project)),
      environments: [...environments],
      createdAt: integration.createdAt.toISOString(),
    }
  }

  const required = async (id: number, caller: Caller): Promise<Integration> => {
    const found = await findIntegration(read, id)
    if (!found || isHidden(found, caller)) throw notFound('integration', id)
    return found
  }

  /** Checks what was sent, with stored secrets in the place of masks. */
  const accept = (sent: UpsertAddon, stored: Integration | undefined) => {
    const provider = findProvider(sent.provider)
    if (!provider) throw invalid(`There is no provider ${sent.provider}.`, '/provider')
    const before = stored && stored.provider === sent.provider ? knownParameters(stored, settings) : {}
    const parameters = unmask(provider, sent.parameters, before)
    checkParameters(provider, parameters, settings)
    const { open, secret } = split(provider, parameters)
    return {
      provider: sent.provider,
      description: sent.description?.trim() || null,
      enabled: sent.enabled,
      parameters: open,
      secrets: Object.keys(secret).length > 0 ? seal(JSON.stringify(secret)) : null,
      events: sent.events,
      projects: sent.projects ?? [],
      environments: sent.environments ?? [],
    }
  }

  serve('GET /api/admin/addons', async (request) => {
    const caller = request.signedIn()
    const addons = (await listIntegrations(read)).filter((one) => !isHidden(one, caller))
    return { addons: addons.map((one) => shown(one, caller)), providers: [...catalogue] }
  })

  serve('POST /api/admin/addons', { command: createIntegration }, async (request) => {
    const provider = findProvider(request.body.provider)
    if (provider?.definition.deprecated) throw notAllowed(provider.definition.deprecated)
    const signingSecret = newSigningSecret()
    const input = { ...accept(request.body, undefined), signing: seal(signingSecret) }
    const made = await request.dispatch(createIntegration, input)
    const isSigned = provider?.kind !== 'chat'
    return { ...shown(made, request.signedIn()), ...(isSigned ? { signingSecret } : {}) }
  })

  serve('GET /api/admin/addons/states', async (request) => {
    const caller = request.signedIn()
    const integrations = (await listIntegrations(read)).filter((one) => !isHidden(one, caller))
    const lost = new Set(
      integrations.filter((one) => one.enabled && !isReadable(one, settings)).map(({ id }) => id),
    )
    const states = await readStates(read, integrations)
    return {
      states: states.map((one) =>
        lost.has(one.id) ? { ...one, state: 'failing' as const, lastError: LOST_SECRETS } : one,
      ),
    }
  })

  /** An integration that is not stored: what was sent, limited to what the caller sees. */
  const attempt = async (sent: TryAddon, caller: Caller) => {
    const stored = sent.id === undefined ? undefined : await required(sent.id, caller)
    const given = accept(sent, stored)
    const integration: Integration = {
      ...given,
      id: 0,
      reach: confinedTo(caller.viewer),
      unscoped: caller.may('READ_LOGS', {}),
      signing: stored?.signing ?? seal(newSigningSecret()),
      signingBefore: null,
      signingChangedAt: null,
      createdAt: new Date(),
      version: 0,
    }
    const opened = openIntegration(integration, settings)
    if (!opened) throw invalid(`There is no provider ${sent.provider}.`, '/provider')
    return { integration, opened }
  }

  const newestOf = async (integration: Integration): Promise<SentEvent | undefined> => {
    const event = await findNewest(read, integration)
    return event && within(reachOf(integration), event)
  }

  serve('POST /api/admin/addons/test', async (request) => {
    const { integration, opened } = await attempt(request.body, request.signedIn())
    const event = (await newestOf(integration)) ?? sampleEvent(integration)
    return resultOf(await send(call, opened, [event], { attempt: 1, replay: true }), request.signedIn())
  })

  serve('POST /api/admin/addons/preview', async (request) => {
    const { integration, opened } = await attempt(request.body, request.signedIn())
    const [found, week] = await Promise.all([newestOf(integration), countWeek(read, integration)])
    const event = found ?? sampleEvent(integration)
    const { provider, config } = opened
    return {
      ...(found ? { event: wireOf(found) } : {}),
      requests: previewOf(opened, event),
      ...(provider.kind === 'chat' ? { text: messageOf([event], config.home, 'markdown').text } : {}),
      week,
    }
  })

  serve('GET /api/admin/addons/:id', async (request) => {
    const caller = request.signedIn()
    return shown(await required(request.params.id, caller), caller)
  })

  serve('PUT /api/admin/addons/:id', { command: updateIntegration }, async (request) => {
    const { id } = request.params
    const caller = request.signedIn()
    const input = { id, ...accept(request.body, await required(id, caller)) }
    return shown(await request.dispatch(updateIntegration, input), caller)
  })

  serve('DELETE /api/admin/addons/:id', { command: deleteIntegration }, async (request, reply) => {
    await request.dispatch(deleteIntegration, { id: request.params.id })
    return reply.code(200).send()
  })

  /** The events of each delivery that the integration sends and the caller sees. */
  const eventsOf = async (
    integration: Integration,
    ranges: readonly Range[],
    { viewer }: Caller,
  ): Promise<SentEvent[][]> => {
    const found = await readWanted(read, integration, ranges)
    return found.map((events) =>
      events
        .filter((event) => sees(viewer, event.project))
        .map((event) => within(viewer.projects, within(reachOf(integration), event))),
    )
  }

  serve('GET /api/admin/addons/:id/events', async (request) => {
    const integration = await required(request.params.id, request.signedIn())
    const { limit = 50, offset = 0 } = request.query
    const rows = await listDeliveries(read, integration.id, { limit, offset })
    const opened = openIntegration(integration, settings)
    const ranges = rangesOf(rows)
    const events = await eventsOf(integration, ranges, request.signedIn())
    const entries = rows.map((row, index) =>
      entryOf(row, events[index] ?? [], ranges[index]?.isWhole ? opened : undefined),
    )
    return { integrationEvents: withinPage(entries) }
  })

  serve('GET /api/admin/addons/:id/state', async (request) => {
    const [state] = await readStates(read, [await required(request.params.id, request.signedIn())])
    if (!state) throw notFound('integration', request.params.id)
    return state
  })

  serve('POST /api/admin/addons/:id/events/:delivery/resend', async (request) => {
    const { id, delivery } = request.params
    const integration = await required(id, request.signedIn())
    const row = await findDelivery(read, id, delivery)
    if (!row) throw notFound('delivery', delivery)
    const opened = openIntegration(integration, settings)
    const range = rangeOf(row)
    const [events = []] = await eventsOf(integration, [range], request.signedIn())
    if (!opened || events.length === 0)
      throw notAllowed('The integration no longer sends these events, so there is nothing to send again.')
    const sent = await send(call, opened, events, { attempt: row.attempt + 1, replay: true })
    const { outcome: _, ...result } = sent
    const again = { integration: id, ...range, events: events.length, attempt: row.attempt + 1, replay: true }
    await app.note((db) => insertDelivery(db, { ...result, ...again }))
    return resultOf(sent, request.signedIn())
  })

  serve('POST /api/admin/addons/:id/replay', { command: replayEvents }, async (request, reply) => {
    const { id } = request.params
    const { from, to } = request.body
    const integration = await required(id, request.signedIn())
    if (to < from) throw invalid('The last event must not come before the first one.', '/to')
    const events = await countWanted(read, integration, {
      after: from - 1,
      until: to,
      most: MOST_REPLAYED + 1,
    })
    if (events > MOST_REPLAYED) throw limitReached('events in a replay', MOST_REPLAYED)
    await request.dispatch(replayEvents, { id, from, to })
    return reply.code(202).send({ events })
  })

  serve('POST /api/admin/addons/:id/skip', { command: skipEvents }, async (request, reply) => {
    await request.dispatch(skipEvents, { id: request.params.id })
    return reply.code(204).send()
  })

  serve('POST /api/admin/addons/:id/secret', { command: replaceSecret }, async (request) => {
    const secret = newSigningSecret()
    await request.dispatch(replaceSecret, { id: request.params.id, signing: seal(secret) })
    return { secret }
  })

  serve('GET /api/admin/events/export', async (request, reply) => {
    const { after = 0, limit = 1_000 } = request.query
    const { lines, next } = await exportEvents(read, request.signedIn().viewer, { after, limit })
    return reply.type('application/x-ndjson').header('x-next', String(next)).send(lines)
  })
}

const rangeOf = ({ from_revision, to_revision }: DeliveryRow): Range => ({
  from: from_revision,
  to: to_revision,
})

/** What a receiver in a private network answers is for administrators only. */
const resultOf = ({ state, status, ms, error, answer }: Sent, caller: Caller): AddonTested => ({
  ok: state === 'success',
  status,
  ms,
  error,
  answer: caller.may('ADMIN', {}) ? answer : null,
})

/** Without headers that contain secrets. */
const previewOf = (opened: Parameters<typeof compose>[0], event: SentEvent) =>
  compose(opened, [event], { attempt: 1, replay: false, now: new Date() }).map(({ url, headers, body }) => ({
    host: hostOf(url),
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => shownHeaders.has(name.toLowerCase())),
    ),
    body: typeof body === 'string' ? body : `${body.length} bytes, compressed`,
  }))

const shownHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'flagstaff-attempt',
])
