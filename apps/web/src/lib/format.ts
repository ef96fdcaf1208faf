const locale = 'en'
/** Days before months, and 24 hours. */
const dateLocale = 'en-GB'
const numbers = new Intl.NumberFormat(locale)
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const days = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', year: 'numeric' })
const moments = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'medium' })
const times = new Intl.DateTimeFormat(dateLocale, { timeStyle: 'medium' })
const dates = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const minutes = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const relative = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' })

export const formatNumber = (value: number) => numbers.format(value)
/** Compact: "3.6M". */
export const formatShort = (value: number) => short.format(value)
/** With a narrow no-break space: "25 %". */
export const formatPercent = (value: number) => `${numbers.format(value)}\u202f%`
export const formatDay = (iso: string) => days.format(new Date(iso))
export const formatMoment = (time: string | number) => moments.format(new Date(time))

/** With the day of the week and without seconds, for times that people choose. */
export const formatMinute = (iso: string) => minutes.format(new Date(iso))

/** Only the time, for lists that are grouped by day. */
export const formatTime = (iso: string) => times.format(new Date(iso))
/** With the day of the week. */
export const formatDate = (iso: string) => dates.format(new Date(iso))

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function formatAge(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return relative.format(0, 'second')
}

/** The age without "ago": "12 d". */
export function formatSpan(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  const [unit, size] = steps.find(([, length]) => seconds >= length) ?? ['second', 1]
  return formatUnit(Math.floor(seconds / size), unit)
}

export const formatDays = (days: number) => formatUnit(days, 'day')

/** Cache: a formatter is expensive to create, and a table needs many. */
const units = new Map<string, Intl.NumberFormat>()

function formatUnit(value: number, unit: string): string {
  const format =
    units.get(unit) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })
  units.set(unit, format)
  return format.format(value).replace(/(\d)(?=\p{L})/u, '$1\u202f')
}
