import type { OverrideOrder } from '@flagstaff/delivery'
import type { Tx } from '../../platform/write/write.ts'

/** False if the order was recorded before. */
export async function insertOverride(tx: Tx, { id, flag, environment, at }: OverrideOrder): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('overrides')
    .values({ id, flag, environment, signed_at: new Date(at) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The revision at which the flag was last changed in the environment. */
export async function findPublished(tx: Tx, flag: string, environment: string): Promise<number | undefined> {
  const row = await tx.db
    .selectFrom('published')
    .select('from_revision')
    .where('kind', '=', 'flag')
    .where('name', '=', flag)
    .where('environment', '=', environment)
    .where('until_revision', 'is', null)
    .executeTakeFirst()
  return row?.from_revision
}
