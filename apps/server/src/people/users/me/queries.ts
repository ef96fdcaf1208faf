import { PRODUCTIVITY_REPORT } from '@flagstaff/contract/notifications'
import type { Me } from '@flagstaff/contract/users'
import type { Reader } from '../../../platform/database/database.ts'

/** The projects in which an account has a role, directly or through a group. */
export async function listOwnProjects(db: Reader, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project_access')
    .select('project')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('project')
    .execute()
  return rows.map((row) => row.project)
}

/** The splash screens that an account has seen, and the feedback prompts that it answered. */
export async function listMarks(db: Reader, userId: number): Promise<Pick<Me, 'feedback' | 'splash'>> {
  const rows = await db
    .selectFrom('user_marks')
    .select(['kind', 'id', 'value'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  return {
    feedback: of('feedback').map(({ id, value }) => ({ userId, feedbackId: id, ...(value as object) })),
    splash: Object.fromEntries(of('splash').map(({ id }) => [id, true])),
  }
}

/** The reports that an account gets by email. */
export async function listSubscriptions(db: Reader, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '=', PRODUCTIVITY_REPORT)
    .where('mail', '<>', 'off')
    .execute()
  return rows.map(({ kind }) => kind)
}
