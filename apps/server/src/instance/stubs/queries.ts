import type { Feedback, ProvideFeedback } from '@flagstaff/contract/admin-ui'
import { type Selectable, sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/database.ts'
import { own } from '../../platform/database/owners.ts'
import type { Tables } from '../../platform/database/tables.ts'

const MOST_FEEDBACK = 1_000

type Mark = { userId: number; kind: 'splash' | 'feedback'; id: string; value: object }

/** Whether there was room for it. */
export async function replaceMark(db: Db, mark: Mark, most: number): Promise<boolean> {
  const { userId, kind, id } = mark
  const value = JSON.stringify(mark.value)
  await own<'instance'>(db)
    .insertInto('user_marks')
    .values({ user_id: userId, kind, id, value })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'id']).doUpdateSet({ value, at: sql`now()` }),
    )
    .execute()
  const { count } = await db
    .selectFrom('user_marks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count <= most
}

const toFeedback = (row: Selectable<Tables['feedback']>): Feedback => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  category: row.category,
  userType: row.user_type,
  difficultyScore: row.difficulty_score,
  positive: row.positive,
  areasForImprovement: row.areas_for_improvement,
})

export async function insertFeedback(db: Db, given: ProvideFeedback): Promise<Feedback> {
  const row = await own<'instance'>(db)
    .insertInto('feedback')
    .values({
      category: given.category,
      user_type: given.userType ?? null,
      difficulty_score: given.difficultyScore ?? null,
      positive: given.positive ?? null,
      areas_for_improvement: given.areasForImprovement ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toFeedback(row)
}

export async function listFeedback(db: Reader): Promise<Feedback[]> {
  const rows = await db
    .selectFrom('feedback')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MOST_FEEDBACK)
    .execute()
  return rows.map(toFeedback)
}

/** Feedback that is no longer listed, and marks of deleted accounts. */
export async function removeOldFeedback(db: Db) {
  await own<'instance'>(db)
    .deleteFrom('feedback')
    .where(
      'id',
      '<=',
      sql<number>`(select id from feedback order by id desc offset ${MOST_FEEDBACK} limit 1)`,
    )
    .execute()
  await own<'instance'>(db)
    .deleteFrom('user_marks')
    .where('user_id', 'in', sql<number>`(select id from users where deleted_at is not null)`)
    .execute()
}
