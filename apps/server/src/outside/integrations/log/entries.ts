import { eventTexts } from '@flagstaff/contract/event-texts'
import type { Event } from '@flagstaff/contract/events'
import type { IntegrationEvent } from '@flagstaff/contract/integrations'
import { hostOf } from '../delivery/call.ts'
import { compose, digestOf, type Opened } from '../delivery/compose.ts'
import type { Range } from '../delivery/queries.ts'
import { markdownOf } from '../providers/message.ts'
import type { SentEvent } from '../providers/types.ts'
import type { DeliveryRow } from './queries.ts'

const MOST_SHOWN = 20_000
/** How many events and characters of bodies a page of deliveries can have. */
const MOST_EVENTS = 5_000
const MOST_CHARACTERS = 2_000_000

/**
 * The events to read for each delivery of a page: all of them, as long as they fit on the page, and otherwise only the
 * first. The first delivery is always shown in full.
 */
export function rangesOf(rows: readonly DeliveryRow[], most = MOST_EVENTS): (Range & { isWhole: boolean })[] {
  let events = 0
  return rows.map((row) => {
    const isWhole = events === 0 || events + row.events <= most
    if (isWhole) events += row.events
    return { from: row.from_revision, to: isWhole ? row.to_revision : row.from_revision, isWhole }
  })
}

/** Leaves out bodies that no longer fit on the page. */
export function withinPage(entries: readonly IntegrationEvent[], most = MOST_CHARACTERS): IntegrationEvent[] {
  let characters = 0
  return entries.map((entry) => {
    const { body, ...details } = entry.details ?? {}
    if (typeof body !== 'string') return entry
    characters += body.length
    return characters <= most ? entry : { ...entry, details }
  })
}

/** A delivery as people see it. Its body is rendered again, since bodies are not stored. */
export function entryOf(
  row: DeliveryRow,
  events: readonly SentEvent[],
  opened: Opened | undefined,
): IntegrationEvent {
  const requests = opened ? tryCompose(opened, events) : []
  const [request] = requests
  const [first] = events
  return {
    id: String(row.id),
    integrationId: row.integration_id,
    createdAt: row.created_at.toISOString(),
    state: row.state === 'setAside' ? 'failed' : (row.state as IntegrationEvent['state']),
    stateDetails: detailsOf(row),
    event: first ? wireOf(first) : missingEvent(row),
    details: {
      ...(request ? { url: hostOf(request.url) } : {}),
      ...(row.status === null ? {} : { status: row.status }),
      ms: row.ms,
      attempt: row.attempt,
      events: row.events,
      to: row.to_revision,
      ...(row.replay ? { replay: true } : {}),
      ...(row.state === 'setAside' ? { setAside: true } : {}),
      ...(typeof request?.body === 'string' ? { body: request.body.slice(0, MOST_SHOWN) } : {}),
      ...(request && row.body_digest !== null ? { sameBody: digestOf(requests) === row.body_digest } : {}),
      ...(row.answer === null ? {} : { answer: row.answer }),
    },
  }
}

function tryCompose(opened: Opened, events: readonly SentEvent[]) {
  try {
    return compose(opened, events, { attempt: 1, replay: false, now: new Date() })
  } catch {
    return []
  }
}

function detailsOf({ state, status, error, ms }: DeliveryRow): string {
  if (state === 'success') return `Answered with status ${status} after ${ms} ms.`
  if (state === 'setAside') return `${error ?? 'Refused.'} The event was set aside, and the next one is sent.`
  return error ?? 'Failed.'
}

export const wireOf = (event: SentEvent): Event => {
  const { digest: _digest, hash: _hash, groupType, groupId, data, preData, tags, ...rest } = event
  return {
    ...rest,
    data: toObject(data),
    preData: toObject(preData),
    tags: [...tags],
    ...(groupType === null ? {} : { groupType }),
    ...(groupId === null ? {} : { groupId }),
    label: eventTexts[event.type][0],
    summary: `${markdownOf(event, '')}.`,
  }
}

/** The wire format only allows objects. */
const toObject = (value: unknown): Record<string, unknown> | null =>
  Array.isArray(value) ? { items: value } : ((value ?? null) as Record<string, unknown> | null)

/** Events that the filter no longer matches are not shown. */
const missingEvent = ({ from_revision, created_at }: DeliveryRow): Event => ({
  id: Math.max(1, from_revision),
  createdAt: created_at.toISOString(),
  type: 'addon-config-updated',
  createdBy: 'system',
})
