const DAY_MS = 86_400_000

/** The end of something that lasts: "Mon 08:00" within a week, otherwise with the date. */
export function formatUntil(iso: string, now = Date.now(), timeZone?: string): string {
  const time = new Date(iso)
  const isSoon = time.getTime() - now < 6 * DAY_MS
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    time,
  )
  const day = new Intl.DateTimeFormat(
    'en-GB',
    isSoon ? { timeZone, weekday: 'short' } : { timeZone, day: 'numeric', month: 'short', year: 'numeric' },
  ).format(time)
  return isSoon ? `${day} ${clock}` : `${day}, ${clock}`
}
