import { sentenceOf } from '@flagstaff/contract/event-sentences'
import type { EventType } from '@flagstaff/contract/event-types'
import type { MessagePart, NotificationKind } from '@flagstaff/contract/notifications'

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
  details: {
    id?: number
    name?: string
    expiresAt?: string
    owner?: string | null
    ip?: string | null
    reason?: string | null
  } | null
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
  if (kind === 'access-request') return textIn(data, 'email') ?? null
  return details?.name ?? flag
}

const words = (text: string): MessagePart => ({ text, name: false })
const named = (text: string): MessagePart => ({ text, name: true })

/** In one sentence, with the project and environment unless they are shown next to it. */
export function partsOf(noted: Noted, { where }: { where: boolean }): MessagePart[] {
  const { kind, type, data, preData, project, environment, flag, request, actorName, events } = noted
  const subject = subjectOf(noted) ?? ''
  if (kind === 'token-ending') return tokenParts(noted, subject)
  if (kind === 'integration-failing')
    return [
      words('The integration '),
      named(subject),
      words(noted.details ? ' has been failing for 10 minutes' : ' was turned off because it kept failing'),
    ]
  if (kind === 'signal-failed') return failedParts(noted, subject)
  if (kind === 'new-sign-in')
    return [
      words('Someone signed in to your account with a new browser: '),
      named(subject),
      ...(noted.details?.ip ? [words(' at '), named(noted.details.ip)] : []),
    ]
  if (kind === 'access-request') return [named(subject), words(' asks for access')]
  if (!type) return [named(subject)]
  if (kind === 'mentioned')
    return [
      named(actorName),
      words(' mentioned you in a comment on '),
      named(subject),
      ...(where && project ? [words(' in the project '), named(project)] : []),
    ]
  const event = { type, project, environment, featureName: flag, data, preData }
  return [
    named(actorName),
    words(' '),
    ...sentenceOf(event, { where, render: (part, text) => (part === 'text' ? words(text) : named(text)) }),
    ...(request === null ? [] : [words(': “'), named(subject), words('”')]),
    ...(events > 1
      ? [words(events === 2 ? ', and one more change' : `, and ${events - 1} more changes`)]
      : []),
  ]
}

function tokenParts({ details }: Noted, subject: string): MessagePart[] {
  const { owner, expiresAt } = details ?? {}
  return [
    ...(owner
      ? [words('The token “'), named(subject), words('” of the service account '), named(owner)]
      : [words('Your token “'), named(subject), words('”')]),
    ...(expiresAt ? [words(' expires on '), named(dayOf(new Date(expiresAt)))] : [words(' expires soon')]),
  ]
}

function failedParts({ details, events }: Noted, subject: string): MessagePart[] {
  // Emails add the full stop.
  const reason = details?.reason?.replace(/[.]$/, '')
  return [
    words('The action set '),
    named(subject),
    words(events === 1 ? ' failed' : ` failed ${events} times`),
    ...(reason ? [words(`: ${reason}`)] : []),
  ]
}

export const messageOf = (noted: Noted): string =>
  partsOf(noted, { where: true })
    .map(({ text }) => text)
    .join('')

/** The page in the web interface where the reader can do something. */
export function linkOf({ kind, type, details, project, flag, request, data }: Noted): string {
  if (kind === 'token-ending')
    return details?.owner ? '/admin/service-accounts' : '/profile/personal-api-tokens'
  if (kind === 'integration-failing') return `/integrations/edit/${details?.id ?? idIn(data)}`
  if (kind === 'new-sign-in') return '/profile/sessions'
  if (kind === 'access-request') return '/admin/users'
  const home = `/projects/${encodeURIComponent(project ?? '')}`
  if (kind === 'signal-failed') return `${home}/settings/actions/${details?.id}/runs`
  if (request !== null) return `${home}/change-requests/${request}`
  if (flag === null) return home
  const page = `${home}/features/${encodeURIComponent(flag)}`
  return kind === 'mentioned' || type === 'feature-comment-added' ? `${page}/comments` : page
}

const idIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>).id : ''

const dayOf = (moment: Date) => moment.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
