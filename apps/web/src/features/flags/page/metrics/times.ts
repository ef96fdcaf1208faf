const hours = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const moments = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

export type Size = 'hour' | 'day'
const MS = { hour: 3_600_000, day: 86_400_000 } as const

/** The server stores hourly data for two days, and daily data for longer. */
export const sizeOf = (hoursBack: number): Size => (hoursBack > 48 ? 'day' : 'hour')
export const lengthOf = (size: Size): number => MS[size]

/** Days start in UTC, as on the server. */
export const formatStep = (at: number, size: Size): string =>
  (size === 'day' ? days : hours).format(at).replace(',', '')
export const formatWhen = (iso: string): string => moments.format(new Date(iso)).replaceAll(',', '')
