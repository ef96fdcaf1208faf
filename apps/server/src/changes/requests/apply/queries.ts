import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'
import type { StoredEffect, StoredRequest } from '../queries.ts'

/** What was reviewed, and whether a place that it affects accepts no other result. */
export async function readApproved(
  tx: Tx,
  { id }: StoredRequest,
): Promise<{ effects: readonly StoredEffect[]; strict: boolean }> {
  const { rows } = await sql<{ effects: StoredEffect[]; strict: boolean }>`
    select r.effects, exists (
      select from protections p join jsonb_to_recordset(r.affects) as a(project text, environment text)
        using (project, environment)
      where p.strict
    ) as strict
    from change_requests r where r.id = ${id}`.execute(tx.db)
  return rows[0] ?? { effects: [], strict: false }
}
