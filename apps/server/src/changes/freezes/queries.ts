import type { Freeze, UpsertFreeze, WeeklyFreeze } from '@flagstaff/contract/freezes'
import { coversPlace, endOfFreeze, isFrozenAt } from '@flagstaff/rules/freezes'
import { type Selectable, sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { notFound } from '../../platform/errors.ts'
import { confinedTo, sees, type Viewer } from '../../platform/write/actor.ts'
import type { Place } from '../../platform/write/effects.ts'
import type { Tx } from '../../platform/write/write.ts'

type Row = Selectable<Tables['freezes']>

function toFreeze(row: Row): Freeze {
  const times = {
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    weekly: row.weekly as WeeklyFreeze | null,
  }
  const now = new Date()
  const active = isFrozenAt(times, now)
  const end = active ? endOfFreeze(times, now) : undefined
  return {
    id: row.id,
    name: row.name,
    reason: row.reason,
    project: row.project,
    environments: row.environments,
    ...times,
    breakGlass: row.break_glass,
    active,
    ...(end ? { activeUntil: end.toISOString() } : {}),
    createdBy: { id: row.created_by_id, name: row.created_by_name },
    createdAt: row.created_at.toISOString(),
    objectVersion: row.version,
  }
}

/** The freezes of all projects, and those of projects that the viewer sees. */
export async function listFreezes(db: Reader, viewer: Viewer): Promise<Freeze[]> {
  const projects = confinedTo(viewer)
  const rows = await db
    .selectFrom('freezes')
    .selectAll()
    .where(sql<boolean>`project is null or ${projects}::text[] is null or project = any(${projects})`)
    .orderBy(sql`coalesce(starts_at, created_at)`)
    .orderBy('id')
    .execute()
  return rows.map(toFreeze)
}

export async function listProjectFreezes(db: Reader, viewer: Viewer, project: string): Promise<Freeze[]> {
  const known = await db.selectFrom('projects').select('id').where('id', '=', project).executeTakeFirst()
  if (!known || !sees(viewer, project)) throw notFound('project', project)
  const rows = await db
    .selectFrom('freezes')
    .selectAll()
    .where(sql<boolean>`(project is null or project = ${project}) and (ends_at is null or ends_at > now())`)
    .orderBy(sql`coalesce(starts_at, created_at)`)
    .orderBy('id')
    .execute()
  return rows.map(toFreeze)
}

export async function findFreeze(db: Reader, id: number): Promise<Freeze | undefined> {
  const row = await db.selectFrom('freezes').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toFreeze(row)
}

/** The first freeze that applies at a time in any of these places. */
export async function findFreezeAt(
  db: Reader,
  places: readonly Place[],
  at: Date,
): Promise<Freeze | undefined> {
  const rows = await db
    .selectFrom('freezes')
    .selectAll()
    .where(sql<boolean>`ends_at is null or ends_at > ${at}`)
    .orderBy('id')
    .execute()
  return rows
    .map(toFreeze)
    .find((freeze) => isFrozenAt(freeze, at) && places.some((place) => coversPlace(freeze, place)))
}

export async function lockFreeze(tx: Tx, id: number): Promise<Freeze | undefined> {
  const row = await tx.db
    .selectFrom('freezes')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toFreeze(row)
}

export async function countFreezes(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('freezes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const columnsOf = (input: UpsertFreeze) => ({
  name: input.name,
  reason: input.reason,
  environments: input.environments,
  starts_at: input.startsAt,
  ends_at: input.endsAt,
  weekly: input.weekly === null ? null : JSON.stringify(input.weekly),
  break_glass: input.breakGlass,
})

export async function insertFreeze(tx: Tx, input: UpsertFreeze): Promise<Freeze> {
  const row = await tx.db
    .insertInto('freezes')
    .values({
      ...columnsOf(input),
      project: input.project,
      created_by_id: tx.actor.id,
      created_by_name: tx.actor.name,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toFreeze(row)
}

export async function replaceFreeze(tx: Tx, id: number, input: UpsertFreeze): Promise<Freeze> {
  const row = await tx.db
    .updateTable('freezes')
    .set({ ...columnsOf(input), version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toFreeze(row)
}

export const removeFreeze = (tx: Tx, id: number) => tx.db.deleteFrom('freezes').where('id', '=', id).execute()

/** Names that are no environments. */
export async function listUnknown(tx: Tx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await tx.db
    .selectFrom('environments')
    .select('name')
    .where('name', '=', sql<string>`any(${names})`)
    .execute()
  const known = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

/** Freezes that ended long ago, and those of projects that were deleted. */
export const removeOldFreezes = (db: Db) =>
  db
    .deleteFrom('freezes')
    .where(
      sql<boolean>`ends_at < now() - interval '90 days'
        or project is not null and not exists (select from projects p where p.id = freezes.project)`,
    )
    .execute()
