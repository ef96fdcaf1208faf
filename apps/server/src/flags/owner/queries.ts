import type { FlagOwner } from '@flagstaff/contract/common'
import type { OwnerReference } from '@flagstaff/contract/people'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { flagOwner } from '../../platform/database/person-queries.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import { ownerColumns } from '../queries.ts'

/** The owner of a flag; null if it has none, or if the owner was deleted. */
export async function findOwner(db: Reader, flag: string): Promise<FlagOwner | null> {
  const [row] = await rowsOf(
    db,
    sql<{ owner: FlagOwner | null }>`select ${flagOwner} as owner from flags f where f.name = ${flag}`,
  )
  return row?.owner ?? null
}

export const replaceOwner = (tx: Tx, flag: string, owner: OwnerReference | null) =>
  tx.db
    .updateTable('flags')
    .set((eb) => ({
      ...ownerColumns(owner),
      version: eb('version', '+', 1),
    }))
    .where('name', '=', flag)
    .execute()

const MOST_OWNERS = 500

/** The owners of flags that the viewer can see and that are not archived. */
export async function listOwners(db: Reader, viewer: Viewer): Promise<FlagOwner[]> {
  const projects = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<{ owner: FlagOwner }>`
    select o.owner from (
      select distinct on (f.owner_user_id, f.owner_group_id) ${flagOwner} as owner from flags f
      where f.archived_at is null and (f.owner_user_id is not null or f.owner_group_id is not null)
        and (${projects}::text[] is null or f.project = any(${projects}::text[]))
    ) o where o.owner is not null
    order by lower(o.owner ->> 'name'), o.owner ->> 'type', o.owner ->> 'id' limit ${MOST_OWNERS}`,
  )
  return rows.map(({ owner }) => owner)
}
