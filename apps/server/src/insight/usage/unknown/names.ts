import { storable } from '../../../platform/database/text.ts'
import type { Note } from '../../../platform/write/note.ts'
import { type Sighting, upsertUnknown } from './queries.ts'

/** How long to wait for a flag with this name: a new flag is known to all processes well before. */
const PATIENCE_MS = 60_000
const FLUSH_MS = 10_000
const FORGET_MS = 24 * 3_600_000
const MOST_NAMES = 1_000

type Watched = { since: number; seenAt: number; apps: Map<string, number> }
type IsKnown = (environment: string, name: string) => boolean

export type UnknownNames = {
  /** Whether to store counts for a name that is not a flag. */
  keeps(environment: string, name: string, app: string): boolean
  /** Stores the names that are due. */
  flush(): Promise<void>
}

/**
 * Tracks unknown flags. Their counts are stored for a while, since the flag may just have been created; after that only
 * the name is reported. Limited per environment; further names wait until there is room.
 */
export const openUnknownNames =
  (note: Note, now = () => Date.now()) =>
  (isKnown: IsKnown): UnknownNames => {
    const watched = new Map<string, Map<string, Watched>>()
    let isScheduled = false

    const watch = (environment: string, name: string): Watched | undefined => {
      const names = watched.get(environment) ?? new Map<string, Watched>()
      watched.set(environment, names)
      const known = names.get(name)
      if (known || names.size >= MOST_NAMES) return known
      const fresh = { since: now(), seenAt: now(), apps: new Map<string, number>() }
      names.set(name, fresh)
      return fresh
    }
    /** The sightings that are due; forgets names that are now flags, or were not seen for a day. */
    const due = (): Sighting[] => {
      const sightings: Sighting[] = []
      for (const [environment, names] of watched) {
        for (const [name, one] of names) {
          if (isKnown(environment, name) || now() - one.seenAt > FORGET_MS) names.delete(name)
          else if (now() - one.since >= PATIENCE_MS) {
            for (const [app, seenAt] of one.apps) sightings.push({ environment, name, app, seenAt })
            one.apps.clear()
          }
        }
      }
      return sightings
    }
    const flush = async () => {
      const sightings = due()
      if (sightings.length > 0) await note((db) => upsertUnknown(db, sightings, MOST_NAMES))
    }
    const isPending = () =>
      [...watched.values()].some((names) => [...names.values()].some(({ apps }) => apps.size > 0))
    const schedule = () => {
      if (isScheduled) return
      isScheduled = true
      setTimeout(async () => {
        isScheduled = false
        // After a failed write, a name is reported again with its next count.
        await flush().catch(() => {})
        if (isPending()) schedule()
      }, FLUSH_MS).unref()
    }
    return {
      keeps(environment, sent, app) {
        const one = watch(environment, storable(sent))
        if (!one) return false
        one.seenAt = now()
        if (one.apps.size < MOST_NAMES) one.apps.set(storable(app), one.seenAt)
        schedule()
        return one.seenAt - one.since < PATIENCE_MS
      },
      flush,
    }
  }
