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
