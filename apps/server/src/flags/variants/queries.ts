import type { Variant } from '@flagstaff/contract/common'
import type { Reader } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'
import { any } from '../queries.ts'

/** The variants of a flag outside of its rules, by environment. */
export async function listVariants(db: Reader, flag: string): Promise<Map<string, Variant[]>> {
  const rows = await db
    .selectFrom('flag_environments')
    .select(['environment', 'variants'])
    .where('flag', '=', flag)
    .orderBy('environment')
    .execute()
  return new Map(rows.map(({ environment, variants }) => [environment, variants as Variant[]]))
}

export const replaceVariants = (
  tx: Tx,
  flag: string,
  environments: readonly string[],
  variants: readonly Variant[],
) =>
  tx.db
    .updateTable('flag_environments')
    .set({ variants: JSON.stringify(variants) })
    .where('flag', '=', flag)
    .where('environment', '=', any(environments))
    .execute()
