import type { World } from '../world.ts'
import type { Activity, OpenActivity } from './activity.ts'
import { openCutRequests } from './cut-requests.ts'
import { openIntegrations } from './integrations.ts'
import { openRequests } from './requests.ts'
import { openSchedules } from './schedules.ts'
import { openSegments } from './segments.ts'
import { openStreams } from './streams.ts'
import { openTokens } from './tokens.ts'

export const activities: Record<string, OpenActivity> = {
  requests: openRequests,
  segments: openSegments,
  tokens: openTokens,
  integrations: openIntegrations,
  schedules: openSchedules,
  'cut requests': openCutRequests,
  streams: openStreams,
}

/** Two kinds per seed: a few seeds in a row have all kinds, and many seeds all pairs. */
export function chooseActivities(kinds: readonly string[], seed: number): string[] {
  if (kinds.length < 3) return [...kinds]
  const first = seed % kinds.length
  const step = 1 + (Math.floor(seed / kinds.length) % (kinds.length - 1))
  return [kinds[first], kinds[(first + step) % kinds.length]].filter((kind) => kind !== undefined)
}

let opened = 0

/** One after the other, since the time budget of requests is that of production. */
export async function openActivities(world: World, kinds: readonly string[]): Promise<Activity[]> {
  const all: Activity[] = []
  for (const kind of kinds) {
    const open = activities[kind]
    if (open) all.push(await open(world, `${kind.replaceAll(' ', '-')}-${++opened}`))
  }
  return all
}
