/** Days of reports are in UTC, as on the server. */
export const dayOf = (moment: Date | string) => new Date(moment).toISOString().slice(0, 10)

/** The first and last day that can be reported; null if no state is stored yet. */
export type KnownDays = { first: string | null; last: string }

export const isReportable = (day: string, { first, last }: KnownDays) =>
  day === last || (first !== null && first <= day && day < last)

/** Noon, so that the day has the same name in almost every time zone. */
export const noonOf = (day: string) => `${day}T12:00:00Z`
