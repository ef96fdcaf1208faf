import type { Event } from '@flagstaff/contract/events'
import { EVERYWHERE } from './series.ts'

/** Events that can change the result; tags cannot. */
const changing = new Set<Event['type']>([
  'feature-created',
  'feature-archived',
  'feature-revived',
  'feature-import',
  'feature-variants-updated',
  'feature-environment-variants-updated',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'strategy-order-changed',
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-dependency-added',
  'feature-dependency-removed',
  'feature-dependencies-removed',
])

export type Marker = { number: number; at: number; event: Event }

/** Changes since a time that affect the environment, oldest first. */
export function markersOf(
  events: readonly Event[],
  { since, environment }: { since: number; environment: string },
): Marker[] {
  return events
    .filter(
      (event) =>
        changing.has(event.type) &&
        Date.parse(event.createdAt) >= since &&
        (environment === EVERYWHERE || !event.environment || event.environment === environment),
    )
    .sort((a, b) => a.id - b.id)
    .map((event, index) => ({ number: index + 1, at: Date.parse(event.createdAt), event }))
}

export type Flock = { x: number; markers: [Marker, ...Marker[]] }

const APART = 32

/** Groups markers that would overlap. */
export function flocksOf(markers: readonly Marker[], toX: (at: number) => number): Flock[] {
  const flocks: Flock[] = []
  for (const marker of markers) {
    const x = toX(marker.at)
    const last = flocks.at(-1)
    if (last && x - last.x < APART) last.markers.push(marker)
    else flocks.push({ x, markers: [marker] })
  }
  return flocks
}
