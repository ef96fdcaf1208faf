import { cutParts } from '../../apps/server/test/event-parts.ts'
import { withDatabase } from '../compat/processes.ts'

// The events of the demo are minutes old. This spreads them over two months, most of them recent. Written directly,
// since the API cannot act in the past; for pictures it does not matter that the hashes of the events no longer match.

const DAYS = 60
/** The lowest age, in minutes. */
const LEAST = 4

const times: [table: string, ...columns: string[]][] = [
  ['events', 'created_at'],
  ['flags', 'created_at', 'pre_live_at', 'live_at', 'completed_at', 'archived_at'],
  ['flag_environments', 'released_at'],
  ['rules', 'created_at'],
  ['segments', 'created_at'],
  ['context_fields', 'created_at'],
  ['projects', 'created_at', 'updated_at'],
  ['users', 'created_at'],
  ['groups', 'created_at'],
  ['group_members', 'joined_at'],
  ['api_tokens', 'created_at'],
  ['personal_tokens', 'created_at'],
  ['applications', 'created_at'],
  ['release_templates', 'created_at'],
  ['integrations', 'created_at'],
  ['signal_endpoints', 'created_at'],
  ['signals', 'created_at'],
  ['action_sets', 'created_at'],
  ['action_runs', 'created_at'],
  ['change_requests', 'created_at'],
  ['request_comments', 'created_at'],
  ['request_reviews', 'created_at'],
  ['notifications', 'created_at'],
  ['flag_comments', 'created_at'],
  ['project_members', 'added_at'],
  ['project_groups', 'added_at'],
]

const EVENTS_PER_PART = 120

/** So that the log has several parts, although the demo has few events. */
export const cut = (database: string) =>
  withDatabase(database, (query) => cutParts({ query } as never, EVENTS_PER_PART))

export const age = (database: string) =>
  withDatabase(database, async (query) => {
    // Events refuse to be changed.
    await query('set session_replication_role = replica')
    await query(`create temporary table span as select min(created_at) as first, now() as last from events`)
    await query(
      `create function pg_temp.aged(at timestamptz) returns timestamptz language sql as $$
         select last - interval '${LEAST} minutes' - interval '${DAYS} days'
           * power(greatest(0, least(1, extract(epoch from last - at) / extract(epoch from last - first))), 3) from span
       $$`,
    )
    await query(
      `update change_requests set state_times =
         (select jsonb_object_agg(key, pg_temp.aged(value::timestamptz)) from jsonb_each_text(state_times))`,
    )
    for (const [table, ...columns] of times)
      for (const column of columns)
        await query(`update ${table} set ${column} = pg_temp.aged(${column}) where ${column} is not null`)
  })
