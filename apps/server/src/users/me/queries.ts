import type { Reader } from '../../platform/database.ts'

/** The projects an account has a role in, its own or through a group. */
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
