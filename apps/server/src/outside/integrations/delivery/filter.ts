import type { Viewer } from '../../../platform/write/actor.ts'
import { confine } from '../../../platform/write/listed-projects.ts'
import type { SentEvent } from '../providers/types.ts'

/** Which events an integration sends. */
export type Filter = {
  events: readonly string[]
  projects: readonly string[]
  environments: readonly string[]
  /** The projects that the last editor could see; null for all. */
  reach: readonly string[] | null
  unscoped: boolean
}

const isAny = (list: readonly string[]) => list.length === 0 || list.includes('*')

export function wants(
  filter: Filter,
  { type, project, environment }: Pick<SentEvent, 'type' | 'project' | 'environment'>,
) {
  if (!filter.events.includes('*') && !filter.events.includes(type)) return false
  if (project === null) return filter.unscoped && passes(filter.environments, environment)
  if (filter.reach && !filter.reach.includes(project)) return false
  return passes(filter.projects, project) && passes(filter.environments, environment)
}

const passes = (list: readonly string[], value: string | null) =>
  value === null || isAny(list) || list.includes(value)

/** The event without the names of projects that are out of reach. */
export const within = (projects: Viewer['projects'], event: SentEvent): SentEvent => ({
  ...event,
  data: confine(event.data, projects),
  preData: confine(event.preData, projects),
})

export const reachOf = ({ reach }: Filter): Viewer['projects'] => (reach ? new Set(reach) : 'all')
