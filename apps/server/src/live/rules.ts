import type { EventType } from '@flagstaff/contract/event-types'
import type { LiveChange, LiveKind } from '@flagstaff/contract/live'
import { type Caller, sees } from '../platform/actor.ts'

/** An event without its content, and whether its project is still there. */
export type Change = {
  revision: number
  type: EventType
  project: string | null
  environment: string | null
  flag: string | null
  actorId: number
  /** What the object of the event is called. */
  object: string | null
  projectExists: boolean
}

/** The first that fits. */
const kinds: readonly (readonly [RegExp, LiveKind])[] = [
  [/-(un)?favorited$/, 'favorite'],
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
  [/^(api|cdn|public-signup|service-account)-token-|^pat-/, 'token'],
  [/^user-|^service-account-|^scim-users-/, 'user'],
  [/^role-/, 'role'],
  [/^group-|^scim-groups-/, 'group'],
  [/^setting-/, 'setting'],
  [/^change-/, 'change-request'],
]

export const kindOf = (type: EventType): LiveKind =>
  kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'other'

/** What every account may read, where it belongs to no project. */
const openKinds = new Set<LiveKind>([
  'flag-type',
  'strategy',
  'segment',
  'context',
  'environment',
  'tag',
  'tag-type',
  // Whoever holds a role or is in a group has to find out that they may do something else now.
  'role',
  'group',
])

/** May have changed who sees what, or who may call at all. */
export const mayChangeSight = (type: EventType): boolean =>
  /^project-(created|updated|deleted|access|user|group)|^(user|role|group|service-account|scim)-|^(api-token|pat)-deleted$/.test(
    type,
  )

/** Whether the caller may know of it, as of now. Of projects that are gone only those know who read everything. */
export function mayKnow({ viewer, may }: Caller, change: Change): boolean {
  const kind = kindOf(change.type)
  if (kind === 'favorite' && change.actorId !== viewer.userId) return false
  if (change.project !== null) {
    return change.projectExists ? sees(viewer, change.project) : may('READ_LOGS', {})
  }
  if (kind === 'user' && change.object === String(viewer.userId)) return true
  return openKinds.has(kind) || may('ADMIN', {})
}

/** May take a project out of somebody's sight. */
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

const MOST_MISSED = 500

export type Start = { position: number; greeting: 'hello' | 'reset' | 'resumed' }

/** From where a stream goes on. What was missed is sent again, unless that is too much or makes no sense. */
export function startOf(since: string | undefined, now: number): Start {
  if (since === undefined || since === '') return { position: now, greeting: 'hello' }
  const position = /^\d{1,15}$/.test(since) ? Number(since) : Number.NaN
  const missed = now - position
  return missed >= 0 && missed <= MOST_MISSED
    ? { position, greeting: 'resumed' }
    : { position: now, greeting: 'reset' }
}
