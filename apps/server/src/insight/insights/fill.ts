import type { Job } from '../../platform/background/jobs.ts'
import type { Db, Reader } from '../../platform/database/database.ts'
import { readAnchor } from '../../platform/write/anchor.ts'
import { addDays } from './days.ts'
import {
  analyzeDays,
  countUsers,
  findMissing,
  forgetOldDays,
  insertDays,
  KEPT_DAYS,
  listReplayed,
  readKnowledge,
  readPresent,
  sumUsage,
} from './fill-queries.ts'
import { withForgotten } from './forgotten.ts'
import { endOf, type ReplayedEvent, replay, type StockDay } from './replay.ts'

/** Reports can be late by the hours that usage keeps. */
const LATE_DAYS = 3
const USAGE_DAYS_AT_ONCE = 14
const ROWS_AT_ONCE = 5_000

/**
 * Stores the stocks of every day that is missing, up to yesterday: the first time from the beginning of the log. Today's
 * usage is summed on every run. Returns the number of stored rows.
 */
export async function fillDays(db: Db): Promise<number> {
  const read = db as unknown as Reader
  const { last, yesterday } = await findMissing(read)
  const tomorrow = addDays(yesterday, 2)
  if (last !== null && last >= yesterday) {
    await sumUsage(db, addDays(yesterday, 1), tomorrow)
    return 0
  }
  const oldest = addDays(yesterday, 1 - KEPT_DAYS)
  const [events, knowledge] = await Promise.all([listEvents(read), readKnowledge(read)])
  const rows = replay({ events, knowledge, until: new Date(endOf(yesterday) - 1) }).filter(
    ({ day }) => day >= oldest && (last === null || day > last),
  )
  for (const some of wholeDays(rows)) await insertDays(db, some, yesterday)
  const usageFrom = last === null ? oldest : addDays(last, -LATE_DAYS)
  for (let from = usageFrom; from < tomorrow; from = addDays(from, USAGE_DAYS_AT_ONCE))
    await sumUsage(db, from, addDays(from, USAGE_DAYS_AT_ONCE))
  await forgetOldDays(db)
  await countUsers(db, yesterday)
  await analyzeDays(db)
  return rows.length
}

async function listEvents(read: Reader): Promise<ReplayedEvent[]> {
  const { revision: removed } = await readAnchor(read)
  if (removed === 0) return listReplayed(read)
  // Read before the log: changes in between are in the log, and taken back.
  const present = await readPresent(read)
  return withForgotten(await listReplayed(read), present)
}

function wholeDays(rows: readonly StockDay[]): StockDay[][] {
  const chunks: StockDay[][] = []
  for (const [, day] of [...Map.groupBy(rows, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const chunk = chunks.at(-1)
    if (chunk && chunk.length < ROWS_AT_ONCE) chunk.push(...day)
    else chunks.push([...day])
  }
  return chunks
}

/** Runs often, so that a new installation and one that was away at midnight do not wait for a day. */
export const insightsDay = (db: Db): Job => ({
  name: 'insights-day',
  cron: '*/10 * * * *',
  run: async () => void (await fillDays(db)),
})
