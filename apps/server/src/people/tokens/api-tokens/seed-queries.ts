import type { Reader } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

/** The digests that were already configured at an earlier start. */
export async function listKnownSeeds(db: Reader, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set()
  const rows = await db
    .selectFrom('token_seeds')
    .select('digest')
    .where(
      'digest',
      'in',
      digests.map((digest) => Buffer.from(digest, 'hex')),
    )
    .execute()
  return new Set(rows.map(({ digest }) => digest.toString('hex')))
}

/** False if it is already known. */
export async function insertSeed(tx: Tx, digest: Buffer): Promise<boolean> {
  const row = await tx.db
    .insertInto('token_seeds')
    .values({ digest })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}
