export type Day = { date: string; count: number }

const DAY_MS = 86_400_000

/** The last weeks up to today, starting on Mondays, including days without events. */
export function weeksOf(activity: readonly Day[], weeks: number, now = Date.now()): Day[][] {
  const counts = new Map(activity.map(({ date, count }) => [date, count]))
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS
  return Array.from({ length: weeks }, (_, index) => {
    const start = monday - (weeks - 1 - index) * 7 * DAY_MS
    return Array.from({ length: 7 }, (_, day) => start + day * DAY_MS)
      .filter((time) => time <= today)
      .map((time) => {
        const date = new Date(time).toISOString().slice(0, 10)
        return { date, count: counts.get(date) ?? 0 }
      })
  })
}

/** From 0 (nothing) to 4 (the maximum). */
export const levelOf = (count: number, most: number): number =>
  count === 0 ? 0 : Math.max(1, Math.ceil((4 * count) / most))
