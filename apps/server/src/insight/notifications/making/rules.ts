import type { EventType } from '@flagstaff/contract/event-types'
import { type NotificationKind, notificationKinds } from '@flagstaff/contract/notifications'
import type { Permission } from '@flagstaff/contract/permissions'
import type { LoggedEvent } from '../../../platform/background/follower.ts'

/** Who is notified. */
export type Audience =
  /** The author of a change request, and of its schedule. */
  | 'author'
  /** Those who were asked for a review, or everyone who can approve. */
  | 'reviewers'
  /** The owner of a flag and the owners of its project. */
  | 'keepers'
  /** The owner of a flag, and those who watch it. */
  | 'followers'
  /** The people whom a comment mentions. */
  | 'mentioned'
  /** The members of a project. */
  | 'members'
  /** The holders of a root permission. */
  | 'holders'

/** One event that somebody should be notified of. An event can have several reasons. */
export type Reason = {
  kind: NotificationKind
  /** If a change notifies an account for several reasons, the lowest counts. */
  rank: number
  audience: Audience
  /** The same for all events of a change in one project. */
  source: string
  revision: number
  project: string | null
  environment: string | null
  flag: string | null
  request: number | null
  permission: Permission | null
  /** People whom the event itself names. */
  accounts: number[]
  actorType: string
  actorId: number
  actorName: string
  createdAt: Date
}

type Rule = { kind: NotificationKind; audience: Audience; permission?: Permission }

const author = (kind: NotificationKind): Rule[] => [{ kind, audience: 'author' }]

const rules: Partial<Record<EventType, readonly Rule[]>> = {
  'change-request-sent-to-review': [{ kind: 'review-requested', audience: 'reviewers' }],
  'change-request-requested-approvers-updated': [{ kind: 'review-requested', audience: 'reviewers' }],
  'change-request-approved': author('review-decided'),
  'change-request-rejected': author('review-decided'),
  'change-request-applied': author('review-decided'),
  'change-request-scheduled-application-success': author('review-decided'),
  'change-request-scheduled-application-failure': author('schedule-failed'),
  'change-request-schedule-suspended': author('schedule-failed'),
  'guard-tripped': [{ kind: 'guard-tripped', audience: 'keepers' }],
  'safeguard-triggered': [{ kind: 'guard-tripped', audience: 'keepers' }],
  'release-plan-progressions-paused': [{ kind: 'plan-paused', audience: 'keepers' }],
  'user-access-request-registered': [{ kind: 'access-request', audience: 'holders', permission: 'ADMIN' }],
  'feature-comment-added': [{ kind: 'mentioned', audience: 'mentioned' }],
  'feature-comment-updated': [{ kind: 'mentioned', audience: 'mentioned' }],
}

/** Changes of a flag that its owner should know. Drafts of change requests are not among them. */
const ownFlag =
  /^feature-(?!created$|deleted$|favorited$|unfavorited$|watched$|unwatched$|comment-(?!added)|type-)|^strategy-order-changed$|^(release-plan|milestone|safeguard|guard)-(?!template-)/

const projectFlag: ReadonlySet<EventType> = new Set([
  'feature-created',
  'feature-environment-enabled',
  'feature-archived',
])

/** If a change has one of these events, it is what the notification says. */
const headlines: ReadonlySet<EventType> = new Set([
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-archived',
])

function rulesOf(event: LoggedEvent): readonly Rule[] {
  const { type, flag, actor } = event
  if (type === 'addon-config-updated')
    return actor.type === 'system' && isEnabled(event.preData) && !isEnabled(event.data)
      ? [{ kind: 'integration-failing', audience: 'holders', permission: 'UPDATE_ADDON' }]
      : []
  return [
    ...(rules[type] ?? []).filter(({ audience }) => audience !== 'mentioned' || mentionsIn(event).length > 0),
    ...(flag !== null && ownFlag.test(type) ? [{ kind: 'own-flag', audience: 'followers' } as const] : []),
    ...(flag !== null && projectFlag.has(type)
      ? [{ kind: 'project-flag', audience: 'members' } as const]
      : []),
  ]
}

/** Why somebody should be notified of these events. */
export const reasonsOf = (events: readonly LoggedEvent[]): Reason[] =>
  events.flatMap((event) => {
    const { revision, project, environment, flag, actor, createdAt } = event
    return rulesOf(event).map(({ kind, audience, permission = null }) => ({
      kind,
      rank: notificationKinds.indexOf(kind) * 2 + (headlines.has(event.type) ? 0 : 1),
      audience,
      // Events of one change have the same time and actor.
      source: `change:${createdAt.getTime()}:${actor.type}:${actor.id}:${project ?? ''}`,
      revision,
      project,
      environment,
      flag,
      request: numberIn(event.data, 'changeRequestId'),
      permission,
      accounts: audience === 'mentioned' ? mentionsIn(event) : [],
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      createdAt,
    }))
  })

const fieldOf = (data: unknown, key: string): unknown =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined

function mentionsIn({ data }: LoggedEvent): number[] {
  const mentions = fieldOf(data, 'mentions')
  return Array.isArray(mentions) ? mentions.filter((id) => typeof id === 'number') : []
}

const isEnabled = (data: unknown) => fieldOf(data, 'enabled') === true

function numberIn(data: unknown, key: string): number | null {
  const value = fieldOf(data, key)
  return typeof value === 'number' ? value : null
}
