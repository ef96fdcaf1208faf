import { plain, sentenceOf } from '@flagstaff/contract/event-sentences'
import type { EventType } from '@flagstaff/contract/event-types'
import type { NotificationKind } from '@flagstaff/contract/notifications'

/** A notification, with the event that it is about. */
export type Noted = {
  id: number
  kind: NotificationKind
  createdAt: Date
  readAt: Date | null
  events: number
  project: string | null
  environment: string | null
  flag: string | null
  request: number | null
  actorName: string
  details: { id?: number; name?: string; expiresAt?: string; owner?: string | null } | null
  type: EventType | null
  data: unknown
  preData: unknown
}

const titleIn = (data: unknown): string | undefined => textIn(data, 'title')

function textIn(data: unknown, key: string): string | undefined {
  const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What the notification is about. */
export function subjectOf({ kind, details, request, data, flag }: Noted): string | null {
  if (request !== null) return titleIn(data) ?? `Change request ${request}`
  if (kind === 'integration-failing' && !details)
    return textIn(data, 'description') ?? textIn(data, 'provider') ?? null
  return details?.name ?? flag
}

/** In one sentence, with the project and environment unless they are shown next to it. */
export function messageOf(noted: Noted, { where = true } = {}): string {
  const { kind, details, type, data, preData, project, environment, flag, request, actorName, events } = noted
  const subject = subjectOf(noted) ?? ''
  if (kind === 'token-ending') {
    const day = details?.expiresAt ? ` on ${dayOf(new Date(details.expiresAt))}` : ' soon'
    return details?.owner
      ? `The token “${subject}” of the service account ${details.owner} expires${day}`
      : `Your token “${subject}” expires${day}`
  }
  if (kind === 'integration-failing')
    return details
      ? `The integration ${subject} has been failing for 10 minutes`
      : `The integration ${subject} was turned off because it kept failing`
  if (!type) return subject
  const event = { type, project, environment, featureName: flag, data, preData }
  const sentence = sentenceOf(event, { where, render: plain }).join('')
  const title = request === null ? '' : `: “${subject}”`
  const more = events > 1 ? `, and ${events === 2 ? 'one more change' : `${events - 1} more changes`}` : ''
  return `${actorName} ${sentence}${title}${more}`
}

/** The page in the web interface where the reader can do something. */
export function linkOf({ kind, details, project, flag, request, data }: Noted): string {
  if (kind === 'token-ending')
    return details?.owner ? '/admin/service-accounts' : '/profile/personal-api-tokens'
  if (kind === 'integration-failing') return `/integrations/edit/${details?.id ?? idIn(data)}`
  const home = `/projects/${encodeURIComponent(project ?? '')}`
  if (request !== null) return `${home}/change-requests/${request}`
  return flag === null ? home : `${home}/features/${encodeURIComponent(flag)}`
}

const idIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>).id : ''

const dayOf = (moment: Date) => moment.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
