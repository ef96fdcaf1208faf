import type { Reader } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

export const insertCopy = (tx: Tx, tokenId: string, holder: Buffer, sealed: Buffer) =>
  tx.db.insertInto('token_copies').values({ token_id: tokenId, holder, sealed }).execute()

/** Encrypted secrets by token id. */
export async function listCopies(db: Reader, holder: Buffer): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom('token_copies')
    .select(['token_id', 'sealed'])
    .where('holder', '=', holder)
    .execute()
  return new Map(rows.map(({ token_id, sealed }) => [token_id, sealed]))
}
