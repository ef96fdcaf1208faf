import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { StoredChange, StoredRequest } from '../queries.ts'
import type { Present } from './rules.ts'

/**
 * Changes that turn on a flag which somebody has turned off since the request was last edited, as in an incident. What
 * the request that this one reverts has turned off, and those that it was planned to follow, does not count.
 */
export async function findSwitchConflicts(
  db: Reader,
  requests: readonly StoredRequest[],
  changes: readonly StoredChange[],
  present: (change: StoredChange) => Present,
): Promise<Map<number, string>> {
  const byId = new Map(requests.map((request) => [request.id, request]))
  const asked = changes.flatMap((change) => {
    const request = byId.get(change.request)
    if (!request || !turnsOn(change) || isOn(change, present(change))) return []
    const { id, flag, environment } = change
    const own = [request.id, request.returns, ...request.follows].flatMap((one) => one ?? []).map(String)
    return [{ id, flag, environment, base: request.baseRevision, own }]
  })
  if (asked.length === 0) return new Map()
  const rows = await rowsOf(
    db,
    sql<{ id: number; flag: string }>`
    select c.id, c.flag
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as c(id integer, flag text, environment text, base bigint, own text[])
    where exists (
      select from events e
      where e.flag = c.flag and e.revision > c.base and e.environment = c.environment
        and e.type = 'feature-environment-disabled'
        and not (coalesce(e.group_type, '') = 'change-request' and e.group_id = any(c.own)))`,
  )
  return new Map(rows.map(({ id, flag }) => [id, `The flag ${flag} was turned off in the meantime.`]))
}

const turnsOn = ({ action, payload }: StoredChange) =>
  action === 'updateEnabled' && (payload as { enabled: boolean }).enabled

const isOn = ({ environment }: StoredChange, { flag }: Present) =>
  flag?.environments.some((one) => one.environment === environment && one.enabled) ?? false
