import type { AddonState } from '@flagstaff/contract/integrations'
import { type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { countAllWanted } from '../delivery/queries.ts'
import { followerOf, type Integration } from '../queries.ts'

export type DeliveryRow = Selectable<Tables['deliveries']>

export const listDeliveries = (
  db: Reader,
  id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('integration_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const findDelivery = (db: Reader, id: number, delivery: number): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('integration_id', '=', id)
    .where('id', '=', String(delivery))
    .executeTakeFirst()

type Position = {
  revision: number
  failures: number
  failing_since: Date | null
  retry_at: Date | null
  last_error: string | null
}

const MOST_WAITING = 1_000

/** How receivers are doing, with figures of the last day. */
export async function readStates(db: Reader, integrations: readonly Integration[]): Promise<AddonState[]> {
  const names = integrations.map(({ id }) => followerOf(id))
  const [positions, days] = await Promise.all([
    rowsOf(
      db,
      sql<Position & { name: string }>`select name, revision, failures, failing_since, last_error,
        case when retry_at > now() then retry_at end as retry_at from followers where name = any(${names})`,
    ),
    rowsOf(
      db,
      sql<{ id: number; sent: number; failed: number; p50: number | null; p95: number | null }>`
        select integration_id as id, (count(*) filter (where state in ('success', 'successWithErrors')))::int as sent,
          (count(*) filter (where state in ('failed', 'setAside')))::int as failed,
          (percentile_cont(0.5) within group (order by ms))::int as p50,
          (percentile_cont(0.95) within group (order by ms))::int as p95
        from deliveries where created_at > now() - interval '1 day' and integration_id = any(${integrations.map(({ id }) => id)})
        group by integration_id`,
    ),
  ])
  const found = new Map(positions.map((one) => [one.name, one]))
  const figures = new Map(days.map(({ id, ...day }) => [id, day]))
  const list = integrations.map((integration) => ({
    integration,
    at: found.get(followerOf(integration.id)),
  }))
  const waiting = await countAllWanted(
    db,
    list.map(({ integration, at }) => ({ integration, after: at?.revision ?? 0 })),
    MOST_WAITING,
  )
  return list.map(({ integration, at }) =>
    stateOf(integration, at, waiting.get(integration.id) ?? 0, figures.get(integration.id)),
  )
}

function stateOf(
  { id, enabled }: Integration,
  at: Position | undefined,
  waiting: number,
  day: AddonState['day'] | undefined,
): AddonState {
  const isFailing = (at?.failures ?? 0) > 0
  return {
    id,
    state: !enabled ? 'off' : isFailing ? 'failing' : waiting > 0 ? 'waiting' : 'ok',
    cursor: at?.revision ?? 0,
    waiting,
    failures: at?.failures ?? 0,
    failingSince: at?.failing_since?.toISOString() ?? null,
    retryAt: at?.retry_at?.toISOString() ?? null,
    lastError: at?.last_error ?? null,
    day: day ?? { sent: 0, failed: 0, p50: null, p95: null },
  }
}
