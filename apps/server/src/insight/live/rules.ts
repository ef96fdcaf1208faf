import type { EventType } from '@flagstaff/contract/event-types'
import type { LiveChange, LiveKind } from '@flagstaff/contract/live'
import { type Caller, sees } from '../../platform/write/actor.ts'

/** An event without its contents, and whether its project still exists. */
export type Change = {
  revision: number
  type: EventType
  project: string | null
  environment: string | null
  flag: string | null
  actorId: number
  /** The id or name of the object of the event. */
  object: string | null
  projectExists: boolean
}

/** The first match wins. */
const kinds: readonly (readonly [RegExp, LiveKind])[] = [
  [/-(un)?(favorited|watched)$/, 'favorite'],
  [/^feature-type-/, 'flag-type'],
  [/^(drop-)?features?-|^drop-features$|^strategy-order-changed$/, 'flag'],
  [/^release-plan-(?!template)|^milestone-|^safeguard-/, 'flag'],
  [/^strategy-|^drop-strategies$/, 'strategy'],
  [/^segment-/, 'segment'],
  [/^context-field-/, 'context'],
  [/^environment-|^drop-environments$/, 'environment'],
  [/^project-|^default-strategy-|^drop-projects$/, 'project'],
  [/^tag-type-|^drop-tag-types$/, 'tag-type'],
  [/^tag-|^drop-tags$/, 'tag'],
  [/^(api|cdn|public-signup|service-account)-token-|^(pat|device)-/, 'token'],
  [/^user-|^service-account-|^scim-users-/, 'user'],
  [/^role-/, 'role'],
  [/^group-|^scim-groups-/, 'group'],
  [/^setting-/, 'setting'],
  [/^change-/, 'change-request'],
  [/^banner-/, 'banner'],
]

export const kindOf = (type: EventType): LiveKind =>
  kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'other'

/** Kinds that every account can see if they belong to no project. */
const openKinds = new Set<LiveKind>([
  'flag-type',
  'strategy',
  'segment',
  'context',
  'environment',
  'tag',
  'tag-type',
  'banner',
  // Holders of a role and members of a group must learn that their permissions changed.
  'role',
  'group',
])

/** Whether the event can change what callers see, or whether they have access at all. */
export const mayChangeSight = (type: EventType): boolean =>
  /^project-(created|updated|deleted|access|user|group)|^(user(?!-preference)|role|group|service-account|scim)-|^(api-token|pat)-deleted$/.test(
    type,
  )

/** Whether the caller can see the change now. Changes in deleted projects require READ_LOGS. */
export function mayKnow({ viewer, may }: Caller, change: Change): boolean {
  const kind = kindOf(change.type)
  if (kind === 'favorite' && change.actorId !== viewer.userId) return false
  if (change.project !== null) {
    return change.projectExists ? sees(viewer, change.project) : may('READ_LOGS', {})
  }
  if (kind === 'user' && change.object === String(viewer.userId)) return true
  return openKinds.has(kind) || may('ADMIN', {})
}

/** Whether the change can hide a project from callers. */
export const mayHide = ({ type, project }: Change): boolean =>
  project !== null && mayChangeSight(type) && type !== 'project-created'

export function toMessage({ revision, type, project, environment, flag, object }: Change): LiveChange {
  const kind = kindOf(type)
  const keys: Partial<Record<LiveKind, string | null>> = {
    flag,
    favorite: flag ?? project,
    project,
    environment,
  }
  return { revision, type, project, environment, flag, kind, key: keys[kind] ?? object }
}

export const notificationMessage = (revision: number, id: number): LiveChange => ({
  revision,
  type: 'notification',
  project: null,
  environment: null,
  flag: null,
  kind: 'notification',
  key: String(id),
})

const MOST_MISSED = 500

export type Start = { position: number; greeting: 'hello' | 'reset' | 'resumed' }

/** Where a stream starts. Missed changes are sent again, unless they are too many or the position is invalid. */
export function startOf(since: string | undefined, now: number): Start {
  if (since === undefined || since === '') return { position: now, greeting: 'hello' }
  const position = /^\d{1,15}$/.test(since) ? Number(since) : Number.NaN
  const missed = now - position
  return missed >= 0 && missed <= MOST_MISSED
    ? { position, greeting: 'resumed' }
    : { position: now, greeting: 'reset' }
}
