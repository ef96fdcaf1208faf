import { formatMoment } from '../../../lib/format.ts'
import { t } from './messages.ts'
import type { PlaySearch } from './search.ts'

type Tick = { id: number; createdAt: string }

/** The index of the last change before the selected time; the number of changes for now. */
export function placeOf(ticks: readonly Tick[], { revision, at }: PlaySearch): number {
  if (revision === undefined && at === undefined) return ticks.length
  const isDone = ({ id, createdAt }: Tick) =>
    revision === undefined ? Date.parse(createdAt) <= Date.parse(at ?? '') : id <= revision
  return Math.max(0, ticks.findLastIndex(isDone))
}

/** One change back. Now equals the state after the last change, so skip that one. */
export const placeBefore = (place: number, count: number): number =>
  Math.max(0, place >= count ? count - 2 : place - 1)

export const momentWords = (time: string, revision: number) =>
  `${formatMoment(time)}, ${t('time.revision', { revision })}`

const days = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' })
/** Minimum distance of labels as a fraction of the line, to avoid overlaps. */
const LEAST_GAP = 0.12

/** Labels where a day starts, if there is space. */
export function daysOf(times: readonly string[]): { index: number; label: string }[] {
  const found: { index: number; label: string }[] = []
  const gap = times.length * LEAST_GAP
  times.forEach((time, index) => {
    const label = days.format(new Date(time))
    const last = found.at(-1)
    if (last && (last.label === label || index - last.index < gap)) return
    if (times.length - index < gap) return
    found.push({ index, label })
  })
  return found
}
