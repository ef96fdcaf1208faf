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
