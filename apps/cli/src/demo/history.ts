import { demoAccounts } from '@flagstaff/contract/demo-accounts'
import pg from 'pg'
import { writeImpact, writeTraffic, writeUsage } from './past-usage.ts'
import { changesOf, DAYS, livesOf, type PresentFlag, stocksOf } from './story.ts'

// A year of days for insights, usage, traffic and impact metrics, written into their tables, because the API accepts no
// past days. The event log starts today: its hashes cover the times, so it cannot be written afterwards.

const PROJECTS = ['checkout', 'storefront', 'fulfilment']
const DAY = 86_400_000

/** Returns false and writes nothing if the installation has other people than the demo's, or a history. */
export async function seedHistory(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local timezone = 'UTC'`)
    const isFresh = await isDemoOnly(client)
    if (isFresh) await writeYear(client)
    await client.query('commit')
    return isFresh
  } finally {
    await client.end()
  }
}

async function isDemoOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select not exists (select from users where not is_service and deleted_at is null
       and coalesce(username, '') <> all($1)) and not exists (select from insight_days) as fresh`,
    [demoAccounts.usernames],
  )
  return rows[0].fresh
}

async function writeYear(client: pg.Client) {
  const { rows } = await client.query<PresentFlag>(
    `select name, project, type, stage, stale from flags where project = any($1) order by name`,
    [PROJECTS],
  )
  const lives = livesOf(rows)
  const today = Math.floor(Date.now() / DAY) * DAY
  const dayOf = (ago: number) => new Date(today - ago * DAY)
  const days = Array.from({ length: DAYS }, (_, index) => index + 1)
  const places = days.flatMap((ago) => PROJECTS.map((project) => ({ ago, project, day: dayOf(ago) })))

  await insert(
    client,
    'insight_days',
    places.map(({ ago, project, day }) => ({
      project,
      day,
      measured: false,
      ...stocksOf(lives, project, ago),
    })),
  )
  await insert(
    client,
    'insight_users',
    days.map((ago) => ({
      day: dayOf(ago),
      total: ago > 200 ? 3 : 4,
      active: ago > 300 ? 2 : ago > 150 ? 3 : 4,
    })),
  )
  await replaceCounts(
    client,
    lives.map(({ flag, project, type, created, live, archived }) => ({
      flag,
      project,
      type,
      created_at: dayOf(created),
      production_at: live === undefined ? null : dayOf(live),
      archived_at: archived === undefined ? null : dayOf(archived),
    })),
  )
  const changes = places.flatMap(({ ago, project, day }) =>
    changesOf(project, ago, day.getUTCDay()).map((change) => ({ project, day, kind: 'changes', ...change })),
  )
  await insert(
    client,
    'insight_flows',
    changes.filter(({ count }) => count > 0),
  )
  await client.query(
    `insert into activity_days (project, day, changes)
     select project, day, sum(count) from insight_flows where kind = 'changes' and day < current_date group by 1, 2
     on conflict do nothing`,
  )
  await writeUsage(client)
  await writeTraffic(client)
  await writeImpact(client)
}

async function insert(client: pg.Client, table: string, rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

/**
 * Insights count today's changes, but spread the flags, which were all created today, over the year. The follower that
 * counts goes on after these events.
 */
async function replaceCounts(client: pg.Client, firsts: readonly object[]) {
  await client.query(
    `create temp table demo_flags (flag text, project text, type text, created_at timestamptz,
       production_at timestamptz, archived_at timestamptz) on commit drop`,
  )
  await insert(client, 'demo_flags', firsts)
  await client.query(`
    update followers set revision = (select revision from counter) where name = 'insights';
    delete from insight_flows;
    insert into insight_flows (project, day, kind, dim, count)
      select e.project, e.created_at::date, 'changes', v.type, count(*)
      from events e join environments v on v.name = e.environment where e.project is not null group by 1, 2, 3, 4
      union all
      select project, created_at::date, 'created', type, count(*) from demo_flags
      where created_at >= current_date - ${DAYS} group by 1, 2, 3, 4
      union all
      select project, archived_at::date, 'archived', '', count(*) from demo_flags
      where archived_at >= current_date - ${DAYS} group by 1, 2, 3, 4;
    delete from flag_firsts;
    insert into flag_firsts (flag, revision, project, type, created_at, production_at)
      select d.flag, coalesce(e.revision, 0), d.project, d.type, d.created_at, d.production_at from demo_flags d
      left join events e on e.flag = d.flag and e.type = 'feature-created'`)
}
