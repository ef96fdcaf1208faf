import type { EventType } from '@flagstaff/contract/event-types'
import type { ChangedKind } from '@flagstaff/contract/what-changed'
import { kindOf } from './kinds.ts'

/** An event without its content. */
export type LightEvent = {
  revision: number
  type: EventType
  createdAt: Date
  actorId: number
  actorName: string
  project: string | null
  environment: string | null
  flag: string | null
  objectId: string | null
  objectName: string | null
}

/** All changes of one object, newest first. */
export type Group = {
  kind: ChangedKind
  id: string
  name: string
  project: string | null
  events: readonly LightEvent[]
}

/** The changes by object: production first, then the newest. The objects of a project stay together. */
export function groupChanges(
  events: readonly LightEvent[],
  isProduction: (environment: string) => boolean,
): Group[] {
  const groups = [...Map.groupBy(events, keyOf).values()].flatMap((list) => toGroup(list) ?? [])
  const projects = [...Map.groupBy(groups, ({ project }) => project).values()].map((list) =>
    list.sort(byUrgency),
  )
  return projects.sort(([a], [b]) => (a && b ? byUrgency(a, b) : 0)).flat()

  function byUrgency(a: Group, b: Group) {
    const rank = ({ events: list }: Group) =>
      list.some(({ environment }) => environment !== null && isProduction(environment)) ? 0 : 1
    return rank(a) - rank(b) || newestOf(b) - newestOf(a)
  }
}

const newestOf = ({ events }: Group) => events[0]?.revision ?? 0

const keyOf = (event: LightEvent) => {
  const kind = kindOf(event)
  return JSON.stringify([kind, kind === 'flag' ? event.flag : [event.project, idOf(event)]])
}

function idOf(event: LightEvent): string {
  const { flag, project, environment, objectId, objectName } = event
  const kind = kindOf(event)
  if (kind === 'flag') return flag ?? ''
  if (kind === 'project') return project ?? ''
  if (kind === 'environment') return environment ?? objectName ?? ''
  return objectId ?? objectName ?? ''
}

function toGroup(list: readonly LightEvent[]): Group | undefined {
  const events = list.toSorted((a, b) => b.revision - a.revision)
  const [newest] = events
  if (!newest) return undefined
  const [kind, id] = [kindOf(newest), idOf(newest)]
  const name = kind === 'segment' || kind === 'freeze' ? (newest.objectName ?? id) : id
  return { kind, id, name, project: newest.project, events }
}

/** The environments in which the object changed; null for changes that are in none. Production comes first. */
export function placesOf(
  { events }: Group,
  isProduction: (environment: string) => boolean,
): { environment: string | null; events: LightEvent[] }[] {
  const rank = (environment: string | null) => (environment === null ? 2 : isProduction(environment) ? 0 : 1)
  return [...Map.groupBy(events, ({ environment }) => environment)]
    .map(([environment, own]) => ({ environment, events: own }))
    .sort(
      (a, b) =>
        rank(a.environment) - rank(b.environment) || (String(a.environment) < String(b.environment) ? -1 : 1),
    )
}
