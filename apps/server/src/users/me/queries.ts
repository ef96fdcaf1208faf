import type { Reader } from '../../platform/database.ts'

/** The projects an account has a role in. */
export async function listOwnProjects(db: Reader, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project_members')
    .select('project')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('project')
    .execute()
  return rows.map((row) => row.project)
}
