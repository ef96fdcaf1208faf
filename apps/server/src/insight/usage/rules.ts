const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long hourly counts are kept; older ones are aggregated by day. */
export const HOURS_KEPT = 48
export const DAYS_KEPT = 365
const USUAL_HOURS = 24

/** Invalid values are ignored, as everywhere in the API. */
export function readHoursBack(text: string | undefined): number {
  const hours = Number(text)
  return Number.isInteger(hours) && hours >= 1 && hours <= DAYS_KEPT * 24 ? hours : USUAL_HOURS
}

/** The start times of the last hours or days, oldest first; the last one is still running. */
export function stepsBack(hoursBack: number, now = Date.now()): Date[] {
  const step = hoursBack > HOURS_KEPT ? DAY : HOUR
  const count = hoursBack > HOURS_KEPT ? Math.ceil(hoursBack / 24) : hoursBack
  const last = Math.floor(now / step) * step
  return Array.from({ length: count }, (_, index) => new Date(last - (count - 1 - index) * step))
}

export type Used = {
  at: Date
  environment: string
  app: string
  yes: number
  no: number
  variants: Record<string, number> | null
}

/** Adds zero rows, so that every application has a row for every step and charts have no gaps. */
export function fillGaps(flag: string, steps: readonly Date[], used: readonly Used[]) {
  const places = new Map(
    used.map(({ app, environment }) => [JSON.stringify([app, environment]), { app, environment }]),
  )
  const keyOf = (at: Date, app: string, environment: string) =>
    JSON.stringify([at.getTime(), app, environment])
  const rows = new Map(used.map((row) => [keyOf(row.at, row.app, row.environment), row]))
  return steps.flatMap((at) =>
    [...places.values()].map(({ app, environment }) => {
      const row = rows.get(keyOf(at, app, environment))
      return {
        featureName: flag,
        appName: app,
        environment,
        timestamp: at.toISOString(),
        yes: row?.yes ?? 0,
        no: row?.no ?? 0,
        ...(row ? { variants: row.variants ?? {} } : {}),
      }
    }),
  )
}
