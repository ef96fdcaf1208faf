import type { Event } from '@flagstaff/contract/events'

/** Newest first, without duplicates: pages overlap if events arrive between loading them. */
export function mergeEvents(newest: readonly Event[], pages: readonly (readonly Event[])[]): Event[] {
  const all = new Map<number, Event>()
  for (const event of [...newest, ...pages.flat()]) all.set(event.id, event)
  return [...all.values()].sort((a, b) => b.id - a.id)
}

/** Whether events are missing between the newest and those loaded before. */
export function hasGap(newest: readonly Event[], known: readonly Event[], full: number): boolean {
  const oldest = newest.at(-1)
  const latest = known[0]
  return newest.length >= full && oldest !== undefined && latest !== undefined && oldest.id > latest.id
}

export type LogLine = { key: string; day: string } | { key: string; event: Event }

/** Adds a heading before the first event of each day, in the user's time zone. */
export function withDays(events: readonly Event[]): LogLine[] {
  let last = ''
  return events.flatMap((event): LogLine[] => {
    const day = new Date(event.createdAt).toDateString()
    const line = { key: String(event.id), event }
    if (day === last) return [line]
    last = day
    return [{ key: day, day: event.createdAt }, line]
  })
}
