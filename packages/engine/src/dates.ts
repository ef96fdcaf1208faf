const ISO =
  /^([+-]\d{6}|\d{4})(-\d\d(?:-\d\d)?)?(?:[t ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * Milliseconds since 1970 of an ISO 8601 date or date-time. Without a time zone it is UTC, so that the result does not
 * depend on where the process runs.
 *
 * ```ts
 * readDate('2026-01-01T14:00:00+02:00') === readDate('2026-01-01T12:00') // true
 * readDate('1700000000000') // undefined: digits are not a date
 * ```
 */
export function readDate(text: string): number | undefined {
  const parts = ISO.exec(text.trim())
  if (!parts) return undefined
  const [, year = '', monthAndDay = '', time, zone = 'Z'] = parts
  const clock = time === undefined ? '' : `T${time}${zoneOffset(zone)}`
  const date = Date.parse(`${year}${monthAndDay}${clock}`)
  return Number.isNaN(date) ? undefined : date
}

function zoneOffset(zone: string): string {
  if (zone === 'Z' || zone === 'z') return 'Z'
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
}

const COMPLETE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{3})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * A date in a form that every SDK reads. Some ignore the whole flag if its date lacks a part, has no zone or does not
 * exist, such as the 30th of February. Undefined if it is not a date, or outside of the years 0 to 9999.
 *
 * ```ts
 * completeDate('2026-01-01') // '2026-01-01T00:00:00.000Z'
 * completeDate('2026-01-01T14:00:00+02:00') // the same text: it is complete
 * ```
 */
export function completeDate(text: string): string | undefined {
  const time = readDate(text)
  if (time === undefined) return undefined
  const written = text.trim()
  const [, local] = COMPLETE.exec(written) ?? []
  if (local !== undefined && toIso(Date.parse(`${local}Z`))?.startsWith(local)) return written
  return toIso(time)
}

function toIso(time: number): string | undefined {
  const iso = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return /^\d{4}-/.test(iso) ? iso : undefined
}
