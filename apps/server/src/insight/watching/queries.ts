import type { Tx } from '../../platform/write/write.ts'

/** Returns false if the account already watched the flag. */
export async function insertWatcher(tx: Tx, userId: number, flag: string): Promise<boolean> {
  const row = await tx.db
    .insertInto('flag_watchers')
    .values({ user_id: userId, flag })
    .onConflict((conflict) => conflict.doNothing())
    .returning('flag')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the account did not watch the flag. */
export async function removeWatcher(tx: Tx, userId: number, flag: string): Promise<boolean> {
  const row = await tx.db
    .deleteFrom('flag_watchers')
    .where('user_id', '=', userId)
    .where('flag', '=', flag)
    .returning('flag')
    .executeTakeFirst()
  return row !== undefined
}
