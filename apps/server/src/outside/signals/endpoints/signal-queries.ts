import type { PayloadFilters } from '@flagstaff/contract/actions'
import type { ListeningSet, SignalEndpointSignals } from '@flagstaff/contract/signal-outcomes'
import type { QueriedSignal, SignalPayload, SignalsQuery } from '@flagstaff/contract/signals'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { type Caller, sees } from '../../../platform/write/actor.ts'
import { outcomeOf } from './outcome.ts'

type Page = { limit: number; offset: number }
type Row = {
  id: number
  endpoint: number
  payload: unknown
  createdAt: Date
  token: string | null
  name: string
  description: string | null
  isNew: boolean
  runs: number
}

const selected = (where: RawBuilder<unknown>, { limit, offset }: Page) => sql<Row>`
  select s.id, s.endpoint_id as endpoint, s.payload, s.created_at as "createdAt", t.name as token, e.name,
    e.description, s.state = 'new' as "isNew",
    (select count(*)::int from action_runs r where r.signal_id = s.id) as runs
  from signals s
  join signal_endpoints e on e.id = s.endpoint_id
  left join signal_tokens t on t.id = s.token_id
  where ${where}
  order by s.id desc limit ${limit} offset ${offset}`

const toSignal = (row: Row) => ({
  id: row.id,
  source: 'signal-endpoint' as const,
  sourceId: row.endpoint,
  tokenName: row.token,
  payload: row.payload as SignalPayload,
  createdAt: row.createdAt.toISOString(),
})

export async function listOfEndpoint(db: Reader, id: number, page: Page): Promise<SignalEndpointSignals> {
  const [rows, actionSets] = await Promise.all([
    rowsOf(db, selected(sql`s.endpoint_id = ${id}`, page)),
    listListeningSets(db, id),
  ])
  return {
    signalEndpointSignals: rows.map((row) => ({ ...toSignal(row), outcome: outcomeOf(row, actionSets) })),
    actionSets,
  }
}

async function listListeningSets(db: Reader, endpoint: number): Promise<ListeningSet[]> {
  const rows = await db
    .selectFrom('action_sets')
    .select(['id', 'name', 'project', 'enabled', 'filters'])
    .where('endpoint_id', '=', endpoint)
    .orderBy('id')
    .execute()
  return rows.map(({ filters, ...set }) => ({ ...set, payload: filters as PayloadFilters }))
}

/** Administrators find every signal, others those that started actions in projects that they can edit. */
export async function searchSignals(
  db: Reader,
  caller: Caller,
  { from, to, limit = 50, offset = 0 }: SignalsQuery,
): Promise<{ signals: QueriedSignal[]; total: number }> {
  const seen = caller.may('ADMIN', {})
    ? sql`true`
    : sql`exists (select from action_runs r
        where r.signal_id = s.id and r.project = any(${await listEditable(db, caller)}))`
  const where = sql`${seen}
    and (${dayOf(from)}::date is null or s.created_at >= ${dayOf(from)}::date at time zone 'UTC')
    and (${dayOf(to)}::date is null or s.created_at < (${dayOf(to)}::date + 1) at time zone 'UTC')`
  const [rows, counted] = await Promise.all([
    rowsOf(db, selected(where, { limit, offset })),
    rowsOf(db, sql<{ total: number }>`select count(*)::int as total from signals s where ${where}`),
  ])
  return {
    signals: rows.map((row) => ({
      ...toSignal(row),
      sourceName: row.name,
      sourceDescription: row.description,
    })),
    total: counted[0]?.total ?? 0,
  }
}

/** The projects with action sets that the caller can edit. */
async function listEditable(db: Reader, caller: Caller): Promise<string[]> {
  const rows = await db.selectFrom('action_sets').select('project').distinct().execute()
  return rows
    .map(({ project }) => project)
    .filter((project) => sees(caller.viewer, project) && caller.may('UPDATE_PROJECT', { project }))
}

/** A day that does not exist, such as 31 February, is ignored as everywhere in searches. */
function dayOf(text: string | undefined): string | null {
  const day = text?.slice('IS:'.length) ?? ''
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day || null : null
}
