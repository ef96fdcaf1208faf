import type { Db } from '../src/platform/database/database.ts'
import { ulid } from '../src/platform/ulid.ts'

type RuleFixture = {
  constraints?: unknown[]
  segments?: number[]
  disabled?: boolean
  parameters?: Record<string, string>
}
type FlagFixture = {
  project?: string
  archived?: boolean
  stale?: boolean
  seen?: boolean
  environments?: Record<string, { enabled?: boolean; variants?: unknown[]; rules?: RuleFixture[] }>
}

/** Inserts a flag with its rules directly into the tables. */
export async function makeFlag(db: Db, name: string, flag: FlagFixture = {}) {
  await db
    .insertInto('flags')
    .values({
      name,
      project: flag.project ?? 'default',
      type: 'release',
      stale: flag.stale ?? false,
      created_by_id: 1,
      created_by_name: 'tests',
      archived_at: flag.archived ? new Date() : null,
      last_seen_at: flag.seen ? new Date() : null,
    })
    .execute()
  for (const [environment, state] of Object.entries(flag.environments ?? {})) {
    await db
      .insertInto('flag_environments')
      .values({
        flag: name,
        environment,
        enabled: state.enabled ?? false,
        variants: JSON.stringify(state.variants ?? []),
      })
      .execute()
    for (const [index, rule] of (state.rules ?? []).entries())
      await makeRule(db, name, environment, index, rule)
  }
}

async function makeRule(db: Db, flag: string, environment: string, index: number, rule: RuleFixture) {
  const id = ulid()
  await db
    .insertInto('rules')
    .values({
      id,
      flag,
      environment,
      name: 'flexibleRollout',
      parameters: JSON.stringify({ rollout: '100', stickiness: 'default', ...rule.parameters }),
      constraints: JSON.stringify(rule.constraints ?? []),
      disabled: rule.disabled ?? false,
      sort_order: index,
    })
    .execute()
  for (const segment_id of rule.segments ?? []) {
    await db.insertInto('rule_segments').values({ rule_id: id, segment_id }).execute()
  }
}

export async function makeProject(db: Db, id: string, more: { mode?: string; environments?: string[] } = {}) {
  await db
    .insertInto('projects')
    .values({ id, name: id, mode: more.mode ?? 'open' })
    .execute()
  for (const environment of more.environments ?? ['development', 'production']) {
    await db.insertInto('project_environments').values({ project: id, environment }).execute()
  }
}

export const makeSegment = async (db: Db, name: string, project: string | null = null): Promise<number> =>
  (
    await db
      .insertInto('segments')
      .values({ name, project, constraints: '[]', created_by: 'tests' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export async function makeToken(db: Db, name: string, environment: string, projects: string[]) {
  const digest = Buffer.from(name.padEnd(32, ' '))
  await db
    .insertInto('api_tokens')
    .values({
      id: name,
      digest,
      masked: '…',
      name,
      type: 'backend',
      environment,
      all_projects: false,
      created_by: 'tests',
    })
    .execute()
  for (const project of projects) {
    await db.insertInto('api_token_projects').values({ token_id: name, project }).execute()
  }
  return digest.toString('hex')
}

/** The currently published documents of one kind in one environment. */
export const live = (db: Db, kind: string, environment: string) =>
  db
    .selectFrom('published')
    .select(['name', 'doc', 'meta', 'project'])
    .where('kind', '=', kind)
    .where('environment', '=', environment)
    .where('until_revision', 'is', null)
    .orderBy('name')
    .execute()

/** The newest events, in ascending order. */
export const trail = async (db: Db, count = 100) =>
  (await db.selectFrom('events').selectAll().orderBy('revision', 'desc').limit(count).execute()).reverse()
