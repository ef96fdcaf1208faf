import type { RequestState } from '@flagstaff/contract/requests'
import { type Selectable, sql } from 'kysely'
import { completeStored } from '../../flags/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { ChangedMeanwhile } from '../../platform/database/failures.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Actor } from '../../platform/write/actor.ts'
import type { Order } from '../../platform/write/commands.ts'
import type { Effect, Place } from '../../platform/write/effects.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Change } from './changes/difference.ts'
import type { Affected } from './rules.ts'

/** What a request would change, as it was rehearsed last. */
export type StoredEffect = Effect & { protected: boolean }

export type StoredRequest = {
  id: number
  project: string
  environment: string
  title: string | null
  state: RequestState
  authorType: Actor['type']
  authorId: number
  authorName: string
  minApprovals: number
  edition: number
  /** When it was sent to review; null for requests of earlier versions. */
  submittedEdition: number | null
  affects: readonly Affected[]
  baseRevision: number
  stateTimes: Readonly<Partial<Record<RequestState, string>>>
  createdAt: Date
  objectVersion: number
  schedule: Schedule | undefined
  /** The requests that were scheduled earlier and change the same things. */
  follows: readonly number[]
  /** When its changes are reverted. */
  until: Date | null
  /** The request that it reverts. */
  returns: number | null
}

/** When an approved request is applied, and by whom. `version` counts how often it was set. */
export type Schedule = {
  at: Date
  status: 'pending' | 'failed' | 'suspended'
  reason: string
  version: number
  by: Actor
}

export type StoredChange = Change & {
  id: number
  request: number
  authorId: number
  authorName: string
  createdAt: Date
}

export const columns = [
  'id',
  'project',
  'environment',
  'title',
  'state',
  'author_type',
  'author_id',
  'author_name',
  'min_approvals',
  'edition',
  'submitted_edition',
  'affects',
  'base_revision',
  'state_times',
  'created_at',
  'version',
  'scheduled_at',
  'schedule_status',
  'schedule_reason',
  'schedule_version',
  'scheduled_by_type',
  'scheduled_by_id',
  'scheduled_by_name',
  'follows',
  'until',
  'returns',
] as const

type Row = Pick<Selectable<Tables['change_requests']>, (typeof columns)[number]>

export const toRequest = (row: Row): StoredRequest => ({
  id: row.id,
  project: row.project,
  environment: row.environment,
  title: row.title,
  state: row.state as RequestState,
  authorType: row.author_type as Actor['type'],
  authorId: row.author_id,
  authorName: row.author_name,
  minApprovals: row.min_approvals,
  edition: row.edition,
  submittedEdition: row.submitted_edition,
  affects: row.affects as Affected[],
  baseRevision: row.base_revision,
  stateTimes: row.state_times as StoredRequest['stateTimes'],
  createdAt: row.created_at,
  objectVersion: row.version,
  schedule: scheduleOf(row),
  follows: row.follows,
  until: row.until,
  returns: row.returns,
})

const scheduleOf = (row: Row): Schedule | undefined =>
  row.scheduled_at
    ? {
        at: row.scheduled_at,
        status: row.schedule_status as Schedule['status'],
        reason: row.schedule_reason ?? '',
        version: row.schedule_version,
        by: {
          type: row.scheduled_by_type as Actor['type'],
          id: row.scheduled_by_id ?? 0,
          name: row.scheduled_by_name ?? '',
        },
      }
    : undefined

export const selectRequests = (db: Reader) => db.selectFrom('change_requests').select(columns)

export async function findRequest(
  db: Reader,
  project: string,
  id: number,
): Promise<StoredRequest | undefined> {
  const row = await selectRequests(db).where('id', '=', id).where('project', '=', project).executeTakeFirst()
  return row && toRequest(row)
}

export async function lockRequest(tx: Tx, project: string, id: number): Promise<StoredRequest | undefined> {
  const row = await tx.db
    .selectFrom('change_requests')
    .select(columns)
    .where('id', '=', id)
    .where('project', '=', project)
    .forUpdate()
    .executeTakeFirst()
  return row && toRequest(row)
}

/** The request that collects the changes of an account in one place. */
export async function lockOpenRequest(
  tx: Tx,
  authorId: number,
  { project, environment }: Place,
): Promise<StoredRequest | undefined> {
  const row = await tx.db
    .selectFrom('change_requests')
    .select(columns)
    .where('author_id', '=', authorId)
    .where('project', '=', project)
    .where('environment', '=', environment)
    .where('origin', '=', 'draft')
    .where('state', 'in', ['Draft', 'In review', 'Approved'])
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst()
  return row && toRequest(row)
}

/** Of these requests, those of the caller that can be changed and do not collect everything the caller does. */
export async function lockSeparateRequests(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.db
    .selectFrom('change_requests')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('author_type', '=', tx.actor.type)
    .where('author_id', '=', tx.actor.id)
    .where('origin', '=', 'call')
    .where('state', 'in', ['Draft', 'In review', 'Approved'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function countOpenRequests(tx: Tx, authorId: number, project: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('change_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('author_id', '=', authorId)
    .where('project', '=', project)
    .where('state', 'in', ['Draft', 'In review', 'Approved', 'Scheduled'])
    .executeTakeFirstOrThrow()
  return count
}

type Outline = { affects: readonly Affected[]; effects: readonly StoredEffect[]; minApprovals: number }

/** A request that collects the changes of its author in a place, or a separate one for this call. */
export async function insertRequest(
  tx: Tx,
  place: Place,
  outline: Outline,
  isCollected: boolean,
): Promise<number> {
  const { type, id, name } = tx.actor
  const { rows } = await sql<{ id: number }>`
    insert into change_requests (project, environment, state, origin, author_type, author_id, author_name,
      min_approvals, affects, effects, base_revision, state_times)
    select ${place.project}, ${place.environment}, 'Draft', ${isCollected ? 'draft' : 'call'}, ${type}, ${id},
      ${name}, ${outline.minApprovals}, ${JSON.stringify(outline.affects)}, ${JSON.stringify(outline.effects)},
      revision, jsonb_build_object('Draft', now())
    from counter
    on conflict do nothing
    returning id`.execute(tx.db)
  const [row] = rows
  if (!row) throw new ChangedMeanwhile('the open change request')
  return row.id
}

export const hasAccount = ({ type }: Actor): boolean => type === 'user' || type === 'service-account'

/**
 * Starts a new edition: reviews of earlier ones no longer count. A draft stays a draft, and what no longer affects a
 * protected place becomes one again, since nobody could review it.
 */
export async function startEdition(tx: Tx, id: number, outline: Outline) {
  await sql`
    update change_requests set
      affects = ${JSON.stringify(outline.affects)}, effects = ${JSON.stringify(outline.effects)},
      min_approvals = ${outline.minApprovals}, base_revision = (select revision from counter)
    where id = ${id}`.execute(tx.db)
  await dropReviews(tx, id)
}

/** Their approval of the request does not count. */
export const addInstigator = (tx: Tx, id: number, userId: number) =>
  sql`update change_requests set instigators = array_append(array_remove(instigators, ${userId}::int), ${userId}::int)
    where id = ${id}`.execute(tx.db)

async function dropReviews(tx: Tx, id: number) {
  await sql`
    update change_requests set edition = r.edition + 1, version = r.version + 1, state = next.state,
      state_times = case when next.state = r.state then r.state_times
        else r.state_times || jsonb_build_object(next.state, now()) end
    from change_requests r cross join lateral (
      select case when r.state = 'Draft' or r.affects = '[]' then 'Draft' else 'In review' end as state
    ) next
    where change_requests.id = ${id} and r.id = ${id}`.execute(tx.db)
  await tx.db.deleteFrom('request_reviews').where('request', '=', id).execute()
}

/** The way back is reviewed with the request, so changing its time starts a new edition. */
export async function setUntil(tx: Tx, id: number, until: string | null) {
  await sql`update change_requests set until = ${until} where id = ${id}`.execute(tx.db)
  await dropReviews(tx, id)
}

export async function setState(tx: Tx, id: number, state: RequestState) {
  await sql`
    update change_requests set state = ${state}, version = version + 1,
      submitted_edition = case when ${state} = 'In review' then edition else submitted_edition end,
      state_times = state_times || jsonb_build_object(${state}::text, now())
    where id = ${id}`.execute(tx.db)
}

export async function setTitle(tx: Tx, id: number, title: string) {
  await sql`update change_requests set title = ${title}, version = version + 1 where id = ${id}`.execute(
    tx.db,
  )
}

export const removeRequest = (tx: Tx, id: number) =>
  tx.db.deleteFrom('change_requests').where('id', '=', id).execute()

export async function listChanges(db: Reader, requests: readonly number[]): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom('request_changes')
    .selectAll()
    .where('request', '=', sql<number>`any(${requests})`)
    .orderBy('request')
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    request: row.request,
    action: row.action,
    environment: row.environment,
    flag: row.flag,
    segment: row.segment,
    target: row.target,
    payload: completeStored(row.payload ?? undefined),
    snapshot: completeStored(row.snapshot ?? undefined),
    orders: row.orders as Order[],
    authorId: row.author_id,
    authorName: row.author_name,
    createdAt: row.created_at,
  }))
}

/** Stores the changes of a request in this order; those with an id keep it. */
export async function saveChanges(tx: Tx, request: number, changes: readonly (Change & { id?: number })[]) {
  const ids = changes.flatMap(({ id }) => id ?? [])
  await sql`delete from request_changes where request = ${request} and id <> all(${ids})`.execute(tx.db)
  const rows = changes.map((change, position) => ({ ...change, position, id: change.id ?? null }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id integer, position smallint, action text,
        environment text, flag text, segment integer, target text, payload jsonb, snapshot jsonb, orders jsonb)
    ), kept as (
      update request_changes c set position = g.position, action = g.action, environment = g.environment, flag = g.flag,
        segment = g.segment, target = g.target, payload = g.payload, snapshot = g.snapshot, orders = g.orders
      from given g where c.id = g.id and c.request = ${request}
    )
    insert into request_changes (request, position, action, environment, flag, segment, target, payload, snapshot,
      orders, author_id, author_name)
    select ${request}, position, action, environment, flag, segment, target, payload, snapshot, orders,
      ${tx.actor.id}, ${tx.actor.name}
    from given where id is null order by position`.execute(tx.db)
}

/** How many approvals the protected ones among these places need. */
export async function listNeeded(db: Reader, places: readonly Place[]): Promise<Affected[]> {
  if (places.length === 0) return []
  const asked = places.map(({ project, environment }) => ({ project, environment }))
  const rows = await db
    .selectFrom('protections')
    .select(['project', 'environment', 'required_approvals'])
    .where(
      sql<boolean>`(project, environment) in (select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as p(project text, environment text))`,
    )
    .orderBy('project')
    .orderBy('environment')
    .execute()
  return rows.map(({ project, environment, required_approvals: needed }) => ({
    project,
    environment,
    needed,
  }))
}

export async function findProjectOf(db: Reader, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('change_requests').select('project').where('id', '=', id).executeTakeFirst()
  return row?.project
}

/** The states of requests, by id. Requests that no longer exist are missing. */
export async function listRequestStates(
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RequestState>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('change_requests')
    .select(['id', 'state'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, state }) => [id, state as RequestState]))
}
