import type { Tx } from '../../platform/write/write.ts'

/** Returns false if the flag was already a favourite. */
export async function insertFavoriteFlag(tx: Tx, userId: number, flag: string): Promise<boolean> {
  const row = await tx.db
    .insertInto('favorite_flags')
    .values({ user_id: userId, flag })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flag')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the flag was not a favourite. */
export async function removeFavoriteFlag(tx: Tx, userId: number, flag: string): Promise<boolean> {
  const row = await tx.db
    .deleteFrom('favorite_flags')
    .where('user_id', '=', userId)
    .where('flag', '=', flag)
    .returning('flag')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the project was already a favourite. */
export async function insertFavoriteProject(tx: Tx, userId: number, project: string): Promise<boolean> {
  const row = await tx.db
    .insertInto('favorite_projects')
    .values({ user_id: userId, project })
    .onConflict((conflict) => conflict.doNothing())
    .returning('project')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the project was not a favourite. */
export async function removeFavoriteProject(tx: Tx, userId: number, project: string): Promise<boolean> {
  const row = await tx.db
    .deleteFrom('favorite_projects')
    .where('user_id', '=', userId)
    .where('project', '=', project)
    .returning('project')
    .executeTakeFirst()
  return row !== undefined
}
