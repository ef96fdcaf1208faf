import type { CodeLock, CodePlan } from '@flagstaff/contract/code'
import { sql } from 'kysely'
import { completeStored } from '../../flags/index.ts'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import { isChange } from '../../platform/database/event-queries.ts'
import { ChangedMeanwhile } from '../../platform/database/failures.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { CodePart, NewClaim } from './parts.ts'

const DAYS = 7

export type Claim = {
  project: string
  flag: string
  /** Empty for fields of the flag itself. */
  environment: string
  field: string
  owner: string
  path: string
  url: string | null
  commit: string | null
  applied: unknown
  withoutRollout: boolean
  proposed: unknown
  request: number | null
  revision: number
  appliedAt: Date
  locked: boolean
}

const claims = (db: Reader) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('code_claims as c')
        .leftJoin('code_locks as l', (join) =>
          join.onRef('l.project', '=', 'c.project').onRef('l.owner', '=', 'c.owner'),
        )
        .selectAll('c')
        .select(sql<boolean>`l.owner is not null`.as('locked'))
        .as('c'),
    )
    .select([
      'project',
      'flag',
      'environment',
      'field',
      'owner',
      'path',
      'url',
      'commit',
      'applied',
      'without_rollout as withoutRollout',
      'proposed',
      'request',
      'revision',
      'applied_at as appliedAt',
      'locked',
    ])
    .orderBy('flag')
    .orderBy('environment')
    .orderBy('field')

type Selection = { project?: string | undefined; owner?: string | undefined; flag?: string | undefined }

/** Claims in projects that the viewer can see. */
export async function listClaims(
  db: Reader,
  viewer: Viewer,
  { project, owner, flag }: Selection,
): Promise<Claim[]> {
  const seen = confinedTo(viewer)
  const rows = await claims(db)
    .where(sql<boolean>`(${seen}::text[] is null or project = any(${seen}))`)
    .$if(project !== undefined, (query) => query.where('project', '=', project ?? ''))
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .$if(flag !== undefined, (query) => query.where('flag', '=', flag ?? ''))
    .execute()
  return completeStored(rows)
}

export type StoredPlan = {
  id: string
  owner: string
  basis: number
  projects: string[]
  answer: CodePlan
  parts: CodePart[]
  applied: number
}

/** A person has few plans at a time, and a program that plans often should not fill the disk. */
const MOST_PLANS = 20

export async function insertPlan(
  db: Db,
  plan: Omit<StoredPlan, 'applied'> & { by: { id: number; name: string } },
) {
  await sql`
    delete from code_plans where created_by_id = ${plan.by.id} and id not in (
      select id from code_plans where created_by_id = ${plan.by.id}
      order by created_at desc, id desc limit ${MOST_PLANS - 1})`.execute(db)
  await db
    .insertInto('code_plans')
    .values({
      id: plan.id,
      owner: plan.owner,
      basis: plan.basis,
      projects: plan.projects,
      answer: JSON.stringify(plan.answer),
      parts: JSON.stringify(plan.parts),
      created_by_id: plan.by.id,
      created_by_name: plan.by.name,
    })
    .execute()
}

/** A plan of the last seven days, if the viewer can see all of its projects. */
export async function findPlan(db: Reader, viewer: Viewer, id: string): Promise<StoredPlan | undefined> {
  const seen = confinedTo(viewer)
  const row = await db
    .selectFrom('code_plans')
    .select(['id', 'owner', 'basis', 'projects', 'answer', 'parts', 'applied'])
    .where('id', '=', id)
    .where(sql<boolean>`created_at > now() - make_interval(days => ${DAYS})`)
    .where(sql<boolean>`(${seen}::text[] is null or projects <@ ${seen}::text[])`)
    .executeTakeFirst()
  return row as StoredPlan | undefined
}

/** Whether the part was applied now; false if it was before. */
export async function markApplied(tx: Tx, id: string, part: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('code_plans')
    .set({ applied: part + 1 })
    .where('id', '=', id)
    .where('applied', '=', part)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const removeOldPlans = (db: Db) =>
  db
    .deleteFrom('code_plans')
    .where(sql<boolean>`created_at < now() - make_interval(days => ${DAYS})`)
    .execute()

type ClaimRow = NewClaim & { proposed: unknown; request: number | null }
export type Claiming = { owner: string; commit: string | null; take: boolean; revision: number }

type Other = { project: string; flag: string; field: string; owner: string }

/** Stores claims, in one order. Returns one that another owner has, and those that were taken from other owners. */
export async function saveClaims(
  tx: Tx,
  { owner, commit, take, revision }: Claiming,
  rows: readonly ClaimRow[],
): Promise<{ other?: Other; taken: Other[] }> {
  if (rows.length === 0) return { taken: [] }
  const given = JSON.stringify(rows)
  const { rows: others } = await sql<Other>`
    select c.project, c.flag, c.field, c.owner from code_claims c
    join jsonb_to_recordset(${given}::jsonb) as r(project text, flag text, environment text, field text)
      using (project, flag, environment, field)
    where c.owner <> ${owner} order by c.flag, c.field`.execute(tx.db)
  const [other] = others
  if (other && !take) return { other, taken: [] }
  const { rows: saved } = await sql<{ flag: string }>`
    insert into code_claims (project, flag, environment, field, owner, path, url, commit, applied, without_rollout,
      proposed, request, revision)
    select project, flag, environment, field, ${owner}, path, url, ${commit}, coalesce(applied, 'null'),
      "withoutRollout", proposed, request, ${revision}
    from jsonb_to_recordset(${given}::jsonb) as r(project text, flag text, environment text, field text,
      path text, url text, applied jsonb, "withoutRollout" boolean, proposed jsonb, request integer)
    order by project, flag, environment, field
    on conflict (project, flag, environment, field) do update set owner = excluded.owner, path = excluded.path,
      url = excluded.url, commit = excluded.commit, applied = excluded.applied,
      without_rollout = excluded.without_rollout, proposed = excluded.proposed, request = excluded.request,
      revision = excluded.revision, applied_at = now()
    where code_claims.owner = excluded.owner or ${take}
    returning flag`.execute(tx.db)
  // Another owner has claimed a field since the first statement.
  if (saved.length < rows.length) throw new ChangedMeanwhile('the owner of a flag')
  return { taken: others }
}

export type Waiting = { project: string; flag: string; environment: string; request: number }

/** Change requests in which values of an owner's files wait, or waited. */
export const listWaiting = (
  db: Reader,
  owner: string,
  flags: readonly string[],
): Promise<readonly Waiting[]> =>
  rowsOf(
    db,
    sql<Waiting>`
    select distinct project, flag, environment, request from code_claims
    where owner = ${owner} and flag = any(${flags}) and request is not null order by request, flag`,
  )

type ClaimKey = { project: string; flag: string; environment: string; field: string }

export async function removeClaims(tx: Tx, owner: string, keys: readonly ClaimKey[]) {
  if (keys.length === 0) return
  await sql`
    delete from code_claims c
    using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r(project text, flag text, environment text, field text)
    where c.owner = ${owner} and c.project = r.project and c.flag = r.flag and c.environment = r.environment
      and c.field = r.field`.execute(tx.db)
}

export async function isLocked(db: Reader, owner: string, project: string): Promise<boolean> {
  const row = await db
    .selectFrom('code_locks')
    .select('owner')
    .where('project', '=', project)
    .where('owner', '=', owner)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks or unlocks what an owner manages in projects. */
export async function saveLocks(tx: Tx, owner: string, locks: readonly CodeLock[]) {
  for (const { project, locked } of locks) {
    if (locked)
      await tx.db
        .insertInto('code_locks')
        .values({ project, owner })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx.db.deleteFrom('code_locks').where('project', '=', project).where('owner', '=', owner).execute()
  }
}

/** The claims of flags in projects that their owner has locked. */
export const listLockedClaims = async (db: Reader, flags: readonly string[]): Promise<Claim[]> =>
  completeStored(
    await claims(db).where('flag', '=', sql<string>`any(${flags})`).where('locked', '=', true).execute(),
  )

/** Gives everything of an owner in a project back to people. Returns the flags. */
export async function releaseClaims(tx: Tx, owner: string, project: string): Promise<string[]> {
  await saveLocks(tx, owner, [{ project, locked: false }])
  const rows = await tx.db
    .deleteFrom('code_claims')
    .where('owner', '=', owner)
    .where('project', '=', project)
    .returning('flag')
    .execute()
  return [...new Set(rows.map(({ flag }) => flag))].sort()
}

export type LastChange = { flag: string; environment: string; by: string; at: Date; event: number }

/** The newest change of each flag, by environment (empty for the flag itself). */
export const listLastChanges = (
  db: Reader,
  viewer: Viewer,
  flags: readonly string[],
): Promise<readonly LastChange[]> =>
  flags.length === 0
    ? Promise.resolve([])
    : rowsOf(
        db,
        sql<LastChange>`
    select distinct on (flag, environment) flag, coalesce(environment, '') as environment, actor_name as by,
      created_at as at, revision as event
    from events
    where flag = any(${flags}) and ${isChange('type')}
      and (${confinedTo(viewer)}::text[] is null or project = any(${confinedTo(viewer)}))
    order by flag, environment, revision desc`,
      )

/** When flags were evaluated last. Archived flags are left out. */
export async function listLastSeen(
  db: Reader,
  project: string,
  flags: readonly string[],
): Promise<ReadonlyMap<string, Date | null>> {
  if (flags.length === 0) return new Map()
  const rows = await rowsOf(
    db,
    sql<{ name: string; seen: Date | null }>`
    select f.name, greatest(f.last_seen_at, (select max(e.last_seen_at) from flag_environments e where e.flag = f.name))
      as seen
    from flags f where f.name = any(${flags}) and f.project = ${project} and f.archived_at is null`,
  )
  return new Map(rows.map(({ name, seen }) => [name, seen]))
}

export async function listEnvironments(db: Reader, project: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project_environments')
    .select('environment')
    .where('project', '=', project)
    .orderBy('environment')
    .execute()
  return rows.map(({ environment }) => environment)
}
