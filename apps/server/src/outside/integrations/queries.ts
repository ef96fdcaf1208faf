import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Filter } from './delivery/filter.ts'
import type { Parameters } from './providers/types.ts'

/** An integration as it is stored: secrets are encrypted. */
export type Integration = Filter & {
  id: number
  provider: string
  description: string | null
  enabled: boolean
  parameters: Parameters
  secrets: string | null
  signing: string
  signingBefore: string | null
  signingChangedAt: Date | null
  createdAt: Date
  version: number
}

type Row = Selectable<Tables['integrations']>

export const toIntegration = (row: Row): Integration => ({
  id: row.id,
  provider: row.provider,
  description: row.description,
  enabled: row.enabled,
  parameters: row.parameters as Parameters,
  secrets: row.secrets,
  signing: row.signing,
  signingBefore: row.signing_before,
  signingChangedAt: row.signing_changed_at,
  createdAt: row.created_at,
  events: row.events,
  projects: row.projects,
  environments: row.environments,
  reach: row.reach,
  unscoped: row.unscoped,
  version: row.version,
})

export async function listIntegrations(db: Reader): Promise<Integration[]> {
  return (await db.selectFrom('integrations').selectAll().orderBy('id').execute()).map(toIntegration)
}

export async function findIntegration(db: Reader, id: number): Promise<Integration | undefined> {
  const row = await db.selectFrom('integrations').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toIntegration(row)
}

export async function lockIntegration(tx: Tx, id: number): Promise<Integration | undefined> {
  const row = await tx.db
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toIntegration(row)
}

export async function countIntegrations(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('integrations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type Content = Omit<
  Integration,
  'id' | 'version' | 'signing' | 'signingBefore' | 'signingChangedAt' | 'createdAt'
>

const columnsOf = (content: Content) => ({
  provider: content.provider,
  description: content.description,
  enabled: content.enabled,
  parameters: JSON.stringify(content.parameters),
  secrets: content.secrets,
  events: [...content.events],
  projects: [...content.projects],
  environments: [...content.environments],
  reach: content.reach && [...content.reach],
  unscoped: content.unscoped,
})

export const followerOf = (id: number): string => `integration:${id}`
export const replayerOf = (id: number): string => `integration:${id}:replay`

/** It starts with the events after this change. */
export async function insertIntegration(
  tx: Tx,
  content: Content & { id?: number | undefined; signing: string },
): Promise<Integration> {
  const { id, signing } = content
  const row = await tx.db
    .insertInto('integrations')
    .values({ ...columnsOf(content), signing, ...(id === undefined ? {} : { id }) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('followers')
    .values({ name: followerOf(row.id), revision: sql`(select revision from counter)` })
    .execute()
  return toIntegration(row)
}

export async function replaceIntegration(tx: Tx, id: number, content: Content): Promise<Integration> {
  const row = await tx.db
    .updateTable('integrations')
    .set({ ...columnsOf(content), version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toIntegration(row)
}

export async function removeIntegration(tx: Tx, id: number): Promise<void> {
  await tx.db
    .deleteFrom('followers')
    .where('name', 'in', [followerOf(id), replayerOf(id)])
    .execute()
  await tx.db.deleteFrom('integrations').where('id', '=', id).execute()
}

/** The receiver is tried again at once, because something has changed. */
export const retryNow = (tx: Tx, id: number) =>
  tx.db
    .updateTable('followers')
    .set({ retry_at: sql`'-infinity'` })
    .where('name', 'in', [followerOf(id), replayerOf(id)])
    .execute()

export const replaceSigning = (tx: Tx, { id, signing }: Integration, next: string) =>
  tx.db
    .updateTable('integrations')
    .set({
      signing: next,
      signing_before: signing,
      signing_changed_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()

/** Goes on with the next event. */
export const skipWaiting = (tx: Tx, id: number) =>
  tx.db
    .updateTable('followers')
    .set({
      revision: sql`(select revision from counter)`,
      retry_at: sql`'-infinity'`,
      failures: 0,
      failing_since: null,
      last_error: null,
    })
    .where('name', '=', followerOf(id))
    .execute()

/** One replay at a time: a new one replaces the last. */
export const startReplay = (tx: Tx, id: number, { from, to }: { from: number; to: number }) => {
  const start = { revision: from - 1, until_revision: to, holder: null, failures: 0 }
  const fresh = { ...start, held_until: sql<Date>`'-infinity'`, retry_at: sql<Date>`'-infinity'` }
  return tx.db
    .insertInto('followers')
    .values({ name: replayerOf(id), ...fresh })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(fresh))
    .execute()
}

/** Integrations whose receivers have failed for this long. */
export async function listFailing(db: Reader, days: number): Promise<number[]> {
  const rows = await db
    .selectFrom('integrations')
    .innerJoin('followers', (join) =>
      join.on(sql<boolean>`followers.name = 'integration:' || integrations.id`),
    )
    .select('integrations.id')
    .where('integrations.enabled', '=', true)
    .where(sql<boolean>`followers.failing_since < now() - make_interval(days => ${days})`)
    .execute()
  return rows.map(({ id }) => id)
}
