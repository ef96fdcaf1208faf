const DIGEST_HOUR = 8

/** Whether it is between 08:00 and 09:00 in the time zone. */
export const isDigestHour = (now: Date, timeZone: string): boolean =>
  Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now)) ===
  DIGEST_HOUR
