import { sql } from 'kysely'
import type { LoggedEvent } from '../../platform/background/follower.ts'
import type { OwnDb } from '../../platform/database/owners.ts'

export async function countDays(db: OwnDb<'insight/events'>, events: readonly LoggedEvent[]): Promise<void> {
  const counts = new Map<string, { project: string; day: string; changes: number }>()
  for (const { project, createdAt } of events) {
    if (project === null) continue
    const day = createdAt.toISOString().slice(0, 10)
    const key = `${day} ${project}`
    const known = counts.get(key) ?? { project, day, changes: 0 }
    counts.set(key, { ...known, changes: known.changes + 1 })
  }
  if (counts.size === 0) return
  await db
    .insertInto('activity_days')
    .values([...counts.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'day'])
        .doUpdateSet({ changes: sql`activity_days.changes + excluded.changes` }),
    )
    .execute()
}
