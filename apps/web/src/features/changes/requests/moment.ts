/** Times that a person chooses. Fields hold them as local time: "2026-11-11T09:00". */

const HOUR = 3_600_000

/** The next full hour of the clock in this time zone. */
export function nextHour(now = new Date()): Date {
  const next = new Date(now)
  next.setMinutes(0, 0, 0)
  return new Date(next.getTime() + HOUR)
}

export function toField(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** Undefined while the field is empty or incomplete. */
export function fromField(text: string): Date | undefined {
  const moment = text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(moment) ? undefined : new Date(moment)
}

export type MomentProblem = 'missing' | 'past' | 'afterEnd'

/** Why a time cannot be chosen. With an end, it has to be before it. */
export function problemOf(
  moment: Date | undefined,
  end: string | undefined,
  now = Date.now(),
): MomentProblem | undefined {
  if (!moment) return 'missing'
  if (moment.getTime() <= now) return 'past'
  return end !== undefined && moment.getTime() >= Date.parse(end) ? 'afterEnd' : undefined
}

/** The time zone of the browser in words. The name depends on the date, because of summer time. */
export function zoneOf(moment: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'long' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return name && name !== timeZone ? `${name} (${timeZone})` : timeZone
}
