import type { Query } from './database.ts'
import type { Hidden } from './hidden.ts'
import { SHARED } from './hidden-parts.ts'

const flagsOf = ({ markers }: Hidden) => [markers.flag, markers['archived flag']]
/** Columns that say where a row belongs. */
const places = (hidden: Hidden): [column: string, values: string[]][] => [
  ['project', [hidden.markers.project]],
  ['flag', flagsOf(hidden)],
]
/** What SDKs have reported, which jobs sum up at any time. */
const fromReports = /^(usage|insight|activity|application|impact_(minutes|hours|days)|flag_firsts|outcome)/
const reportedEvent = '"type": "application-created"'
const reported = ['seen_at', 'last_seen_at', 'pre_live_at', 'live_at', 'stage']
const text = `(to_jsonb(one) - array[${reported.map((column) => `'${column}'`)}])::text`
/** An administrator can copy an environment with the flags of every project, so the rows of other ones do not count. */
const inShared = `coalesce(to_jsonb(one) ->> 'environment', '${SHARED}') = '${SHARED}'`
/** Tables without such a column, by one that has a marker. */
const others = [
  ['projects', 'id'],
  ['flags', 'name'],
  ['integrations', 'description'],
  ['api_tokens', 'name'],
  ['request_comments', 'text'],
] as const

/**
 * Compares every row of the hidden place with what was there before. Reading the tables needs one statement, and sees
 * what no operation returns.
 */
export async function watchHidden(query: Query, hidden: Hidden) {
  const statement = await statementFor(query, hidden)
  const read = async () =>
    new Map((await query(statement)).map(({ at, rows }) => [String(at), rows as string[]]))
  let before = await read()
  return async (): Promise<{ table: string; gone: string[]; added: string[] }[]> => {
    const after = await read()
    const changed = [...after].map(([table, rows]) => {
      const known = before.get(table) ?? []
      return {
        table,
        gone: known.filter((row) => !rows.includes(row)),
        added: rows.filter((row) => !known.includes(row) && !row.includes(reportedEvent)),
      }
    })
    before = after
    return changed.filter(({ gone, added }) => gone.length + added.length > 0)
  }
}

async function statementFor(query: Query, hidden: Hidden): Promise<string> {
  const quoted = (values: string[]) => values.map((value) => `'${value}'`).join(', ')
  const found: [string, string, string[]][] = others.map(([table, column]) => [
    table,
    column,
    Object.values(hidden.markers),
  ])
  for (const [column, values] of places(hidden)) {
    const tables = await query(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attname = $1 and not a.attisdropped`,
      [column],
    )
    for (const { name } of tables)
      if (!fromReports.test(String(name))) found.push([String(name), column, values])
  }
  return found
    .map(
      ([table, column, values]) =>
        `select '${table}.${column}' as at, array(select ${text} from "${table}" as one
           where one."${column}" in (${quoted(values)}) and ${inShared}) as rows`,
    )
    .join(' union all ')
}
