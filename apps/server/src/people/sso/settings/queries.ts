import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { Stored } from './stored.ts'

type Name = keyof Stored
export type Row<N extends Name> = Stored[N] & { objectVersion: number }

export async function findSetting<N extends Name>(db: Reader, name: N): Promise<Row<N> | undefined> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'version'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row && ({ ...(row.value as Stored[N]), objectVersion: row.version } as Row<N>)
}

/** One lock for all sign-in settings, since they are validated against each other. */
export async function lockSetting<N extends Name>(tx: Tx, name: N): Promise<Row<N> | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('settings of signing in'))`.execute(tx.db)
  return findSetting(tx.read, name)
}

export async function replaceSetting<N extends Name>(tx: Tx, name: N, value: Stored[N]): Promise<void> {
  const stored = JSON.stringify(value)
  await tx.db
    .insertInto('settings')
    .values({ name, value: stored })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: stored, version: sql`settings.version + 1` }),
    )
    .execute()
}

const ADMIN_ROLE = 1

/** How many administrators have signed in through a provider at least once. */
export async function countLinkedAdmins(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('users as u')
    .select((eb) => eb.fn.count<number>('u.id').distinct().as('count'))
    .where('u.deleted_at', 'is', null)
    .where('u.is_service', '=', false)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('root_access as r')
          .select('r.user_id')
          .whereRef('r.user_id', '=', 'u.id')
          .where('r.role_id', '=', ADMIN_ROLE),
      ),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('linked_identities as i')
          .select('i.user_id')
          .whereRef('i.user_id', '=', 'u.id')
          .where('i.protocol', 'is not', null),
      ),
    )
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
