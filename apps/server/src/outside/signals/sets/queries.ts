import type {
  Action,
  ActionParameters,
  ActionSet,
  OnProtected,
  PayloadFilters,
  SignalMatch,
} from '@flagstaff/contract/actions'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/write/write.ts'

export type AcceptedAction = { action: string; sortOrder: number; executionParams: ActionParameters }

/** What is stored of an action set, apart from its actions. */
export type SetContent = {
  name: string
  description: string | null
  enabled: boolean
  actorId: number
  match: SignalMatch
  onProtected: OnProtected
  /** What the editor could do beside turning flags on and off, as "PERMISSION environment". */
  allowances: readonly string[]
}
/** An action set with what its editor could do. */
export type StoredSet = ActionSet & { allowances: readonly string[] }

type SetRow = Selectable<Tables['action_sets']>
type ActionRow = Selectable<Tables['action_set_actions']>

const toSet = (row: SetRow, actions: readonly ActionRow[]): StoredSet => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  project: row.project,
  actorId: row.actor_id,
  match: {
    source: 'signal-endpoint',
    sourceId: row.endpoint_id,
    payload: row.filters as PayloadFilters,
  },
  onProtected: row.on_protected as OnProtected,
  allowances: row.allowances,
  actions: actions.filter((action) => action.set_id === row.id).map(toAction),
  createdAt: row.created_at.toISOString(),
  createdByUserId: row.created_by_id,
  objectVersion: row.version,
})

const toAction = (row: ActionRow): Action => ({
  id: row.id,
  action: row.action,
  sortOrder: row.sort_order,
  executionParams: row.parameters as ActionParameters,
  createdAt: row.created_at.toISOString(),
  createdByUserId: row.created_by_id,
})

async function withActions(db: Reader, rows: readonly SetRow[]): Promise<StoredSet[]> {
  if (rows.length === 0) return []
  const actions = await db
    .selectFrom('action_set_actions')
    .selectAll()
    .where(
      'set_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  return rows.map((row) => toSet(row, actions))
}

export async function listSets(db: Reader, project: string): Promise<StoredSet[]> {
  const rows = await db
    .selectFrom('action_sets')
    .selectAll()
    .where('project', '=', project)
    .orderBy('id')
    .execute()
  return withActions(db, rows)
}

/** The sets that listen to an endpoint. */
export async function listListening(db: Reader, endpoint: number): Promise<StoredSet[]> {
  const rows = await db
    .selectFrom('action_sets')
    .selectAll()
    .where('endpoint_id', '=', endpoint)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  return withActions(db, rows)
}

export async function findSet(db: Reader, project: string, id: number): Promise<StoredSet | undefined> {
  const rows = await db
    .selectFrom('action_sets')
    .selectAll()
    .where('project', '=', project)
    .where('id', '=', id)
    .execute()
  return (await withActions(db, rows))[0]
}

export async function lockSet(tx: Tx, project: string, id: number): Promise<StoredSet | undefined> {
  const rows = await tx.db
    .selectFrom('action_sets')
    .selectAll()
    .where('project', '=', project)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return (await withActions(tx.read, rows))[0]
}

export async function countSets(tx: Tx, project: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('action_sets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .executeTakeFirstOrThrow()
  return count
}

const columnsOf = ({ actorId, match, onProtected, allowances, ...content }: SetContent) => ({
  ...content,
  actor_id: actorId,
  endpoint_id: match.sourceId,
  filters: JSON.stringify(match.payload),
  on_protected: onProtected,
  allowances: [...allowances],
})

/** Undefined if the project has a set with this name. */
export async function insertSet(
  tx: Tx,
  { id, project, ...content }: SetContent & { id: number | undefined; project: string },
  actions: readonly AcceptedAction[],
): Promise<StoredSet | undefined> {
  const row = await tx.db
    .insertInto('action_sets')
    .values({ ...columnsOf(content), project, created_by_id: tx.actor.id, ...(id ? { id } : {}) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toSet(row, await insertActions(tx, row.id, actions))
}

/** Undefined if another set of the project has the name. */
export async function replaceSet(
  tx: Tx,
  { id, project }: StoredSet,
  content: SetContent,
  actions: readonly AcceptedAction[],
): Promise<StoredSet | undefined> {
  const row = await tx.db
    .updateTable('action_sets')
    .set({ ...columnsOf(content), version: sql`version + 1` })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from action_sets other
        where other.project = ${project} and other.name = ${content.name} and other.id <> ${id})`,
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await tx.db.deleteFrom('action_set_actions').where('set_id', '=', id).execute()
  return toSet(row, await insertActions(tx, id, actions))
}

const insertActions = (tx: Tx, set: number, actions: readonly AcceptedAction[]): Promise<ActionRow[]> =>
  tx.db
    .insertInto('action_set_actions')
    .values(
      actions.map(({ action, sortOrder, executionParams }, position) => ({
        set_id: set,
        position,
        sort_order: sortOrder,
        action,
        parameters: JSON.stringify(executionParams),
        created_by_id: tx.actor.id,
      })),
    )
    .returningAll()
    .execute()

export async function switchSet(tx: Tx, set: StoredSet, enabled: boolean): Promise<StoredSet> {
  const { version } = await tx.db
    .updateTable('action_sets')
    .set({ enabled, allowances: [...set.allowances], version: sql`version + 1` })
    .where('id', '=', set.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return { ...set, enabled, objectVersion: version }
}

export const removeSet = (tx: Tx, id: number) =>
  tx.db.deleteFrom('action_sets').where('id', '=', id).execute()
