import type { Sparkline } from '@flagstaff/contract/usage'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'

type Asked = { flags: readonly string[]; environment: string | null; hours: number; since: Date }
type Place = [environment: string, seenAt: string | null]
/** Parallel arrays: each count belongs to the hour at the same index. */
type Row = {
  name: string
  hours: number[] | null
  yes: number[] | null
  no: number[] | null
  places: Place[] | null
}

/** A single statement for a whole list of flags. */
export async function readSparklines(db: Reader, viewer: Viewer, asked: Asked): Promise<Sparkline[]> {
  const { flags, environment, hours, since } = asked
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<Row>`
    with used as (
      select flag, date_part('epoch', hour - ${since}::timestamptz)::integer / 3600 as step,
        sum(yes)::bigint as yes, sum(no)::bigint as no
      from usage_counts
      where flag = any(${flags}::text[]) and hour >= ${since} and variant = ''
        and (${environment}::text is null or environment = ${environment})
      group by flag, hour
    ), by_hour as (
      select flag, json_agg(step) as hours, json_agg(yes) as yes, json_agg(no) as no from used group by flag
    ), by_place as (
      select e.flag, json_agg(json_build_array(e.environment,
        to_char(e.last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by v.sort_order, v.name) as places
      from flag_environments e join environments v on v.name = e.environment
      where e.flag = any(${flags}::text[]) and (${environment}::text is null or e.environment = ${environment})
      group by e.flag
    )
    select f.name, h.hours, h.yes, h.no, p.places
    from flags f left join by_hour h on h.flag = f.name left join by_place p on p.flag = f.name
    where f.name = any(${flags}::text[]) and (${seen}::text[] is null or f.project = any(${seen}))
    order by f.name`,
  )
  return rows.map((row) => toSparkline(row, hours))
}

function toSparkline({ name, hours, places, ...counts }: Row, length: number): Sparkline {
  const spread = (list: number[] | null) => spreadOver(length, hours, list)
  const environments = (places ?? []).map(([name, lastSeenAt]) => ({ name, lastSeenAt }))
  return { name, yes: spread(counts.yes), no: spread(counts.no), environments }
}

function spreadOver(length: number, hours: number[] | null, counts: number[] | null): number[] {
  const all = new Array<number>(length).fill(0)
  for (const [index, hour] of (hours ?? []).entries()) if (hour < length) all[hour] = counts?.[index] ?? 0
  return all
}

type PlaceRow = { flag: string; environment: string; hours: number[]; yes: number[]; no: number[] }

/** Adds the counts of each environment. */
export async function splitByEnvironment(
  db: Reader,
  sparklines: readonly Sparkline[],
  { hours, since }: Pick<Asked, 'hours' | 'since'>,
): Promise<Sparkline[]> {
  const rows = await rowsOf(
    db,
    sql<PlaceRow>`
    select flag, environment, json_agg(step) as hours, json_agg(yes) as yes, json_agg(no) as no
    from (
      select flag, environment, date_part('epoch', hour - ${since}::timestamptz)::integer / 3600 as step,
        sum(yes)::bigint as yes, sum(no)::bigint as no
      from usage_counts
      where flag = any(${sparklines.map(({ name }) => name)}::text[]) and hour >= ${since} and variant = ''
      group by flag, environment, hour
    ) u group by flag, environment`,
  )
  return sparklines.map((sparkline) => ({
    ...sparkline,
    environments: sparkline.environments.map((place) => {
      const row = rows.find((one) => one.flag === sparkline.name && one.environment === place.name)
      const counts = (list: number[] | undefined) => spreadOver(hours, row?.hours ?? null, list ?? null)
      return { ...place, yes: counts(row?.yes), no: counts(row?.no) }
    }),
  }))
}
