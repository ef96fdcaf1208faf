import type { ReplayedEvent } from './replay.ts'

/** The flags and projects of today. */
export type Present = {
  flags: readonly PresentFlag[]
  projects: readonly { id: string; createdAt: Date }[]
}
type PresentFlag = {
  name: string
  project: string
  type: string
  createdAt: Date
  archived: boolean
  stale: boolean
}

/**
 * The log from which the oldest events were removed, with other events in their place: flags that are still there get
 * the state that they had before the first event that is left.
 */
export function withForgotten(
  events: readonly ReplayedEvent[],
  { flags, projects }: Present,
): ReplayedEvent[] {
  const logged = new Set(events.flatMap(({ type, flag }) => (type === 'feature-created' ? [flag] : [])))
  const forgotten = new Map(
    flags.flatMap((flag) => (logged.has(flag.name) ? [] : [[flag.name, { ...flag }]])),
  )
  for (const event of events.toReversed()) {
    const flag = forgotten.get(event.flag ?? '')
    if (flag) takeBack(flag, event)
  }
  const start = events[0]?.at.getTime() ?? Number.POSITIVE_INFINITY
  const nothing = { flag: null, flagType: null, stale: null }
  const beginnings = [
    ...projects.map(({ id, createdAt }) => ({
      ...nothing,
      type: 'project-created',
      project: id,
      at: createdAt,
    })),
    ...[...forgotten.values()].flatMap(
      ({ name: flag, project, type: flagType, createdAt, archived, stale }) => {
        const event = { ...nothing, at: createdAt, project, flag }
        return [
          { ...event, type: 'feature-created', flagType, stale },
          ...(archived ? [{ ...event, type: 'feature-archived' }] : []),
        ]
      },
    ),
  ].map((event) => ({ ...event, at: new Date(Math.min(event.at.getTime(), start)) }))
  return [...beginnings.sort((a, b) => a.at.getTime() - b.at.getTime()), ...events]
}

function takeBack(flag: PresentFlag, { type, was }: ReplayedEvent) {
  if (type === 'feature-archived') flag.archived = false
  if (type === 'feature-revived') flag.archived = true
  if (type === 'feature-stale-on') flag.stale = false
  if (type === 'feature-stale-off') flag.stale = true
  if (type === 'feature-project-change' && was) flag.project = was
  if (type === 'feature-metadata-updated' && was) flag.type = was
}
