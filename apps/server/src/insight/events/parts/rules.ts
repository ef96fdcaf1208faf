import { EVENT_DAYS_KEPT, type EventPart } from '@flagstaff/contract/event-parts'
import type { PartRow } from './queries.ts'

const DAY = 86_400_000

export function toPart(row: PartRow, { isOldest, now }: { isOldest: boolean; now: number }): EventPart {
  const { first, last, newest, bytes, from, to, checked, failure } = row
  const state = stateOf(row)
  return {
    first,
    last,
    events: Math.max(0, Math.min(last, newest) - first + 1),
    bytes,
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
    state,
    checked: state === 'checking' ? Math.max(0, (checked ?? 0) - first + 1) : 0,
    blocker: blockerOf(row, state, { isOldest, now }),
    failure,
  }
}

function stateOf({ last, newest, isRequested, isRecorded, failure }: PartRow): EventPart['state'] {
  if (isRecorded) return 'removing'
  if (isRequested && failure === null) return 'checking'
  return newest < last ? 'open' : 'full'
}

function blockerOf(
  { to, waitsFor }: PartRow,
  state: EventPart['state'],
  { isOldest, now }: { isOldest: boolean; now: number },
): string | null {
  if (state === 'open') return 'New events are still added to this part.'
  if (state !== 'full') return 'It is already being removed.'
  if (!isOldest) return 'Remove the older parts first.'
  const free = (to?.getTime() ?? now) + EVENT_DAYS_KEPT * DAY
  if (free > now)
    return `Its newest event is less than ${EVENT_DAYS_KEPT} days old. You can remove it from ${new Date(free).toISOString().slice(0, 10)} on.`
  return waitsFor === null ? null : readerText(waitsFor)
}

function readerText(name: string): string {
  const integration = /^integration:(\d+)/.exec(name)?.[1]
  return integration === undefined
    ? `The background process "${name}" has not handled all of its events yet. Try again later.`
    : `The integration ${integration} has not sent all of its events yet. Turn it on, skip its waiting events, or delete it.`
}
