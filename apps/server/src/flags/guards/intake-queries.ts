import type { OutcomeReport } from '@flagstaff/delivery'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { storableJson } from '../../platform/database/text.ts'

/** For callers that commit outcomes together with other data. */
export type OutcomeWriter = { write(db: Db, reports: readonly OutcomeReport[]): Promise<void> }

/** More names of a flag are not remembered. Guards that watch them still get their reports. */
const MOST_METRICS = 50

/** Each report is one observation of every guard that watches its metric. */
export const outcomes: OutcomeWriter = {
  async write(db, reports) {
    const rows = reports.flatMap(({ environment, projects, outcomes }) =>
      summed(outcomes).map((outcome) => ({ environment, projects, ...outcome })),
    )
    if (rows.length === 0) return
    await sql`
      with sent as materialized (
        select row.* from json_to_recordset(${storableJson(rows)}::json)
          as row(environment text, projects text[], flag text, metric text, counts double precision[])
        join flags f on f.name = row.flag and f.archived_at is null
          and (f.project = any(row.projects) or '*' = any(row.projects))
      ), remembered as (
        insert into outcome_metrics as m (flag, environment, metric)
        select flag, environment, metric from (
          select s.flag, s.environment, s.metric, o.metric is not null as known,
            row_number() over (partition by s.flag, s.environment, o.metric is null order by s.metric) as place
          from (select distinct flag, environment, metric from sent) s
          left join outcome_metrics o
            on o.flag = s.flag and o.environment = s.environment and o.metric = s.metric
        ) named
        where known or place + (select count(*) from outcome_metrics o
          where o.flag = named.flag and o.environment = named.environment) <= ${MOST_METRICS}::integer
        order by flag, environment, metric
        on conflict (flag, environment, metric) do update set seen_at = now()
        where m.seen_at < now() - interval '1 minute'
      )
      insert into guard_batches (plan, guard, counts)
      select g.plan, g.id, sent.counts from sent
      join guard_states g on g.source = 'outcomes' and g.state = 'watching'
        and g.flag = sent.flag and g.environment = sent.environment and g.metric = sent.metric
      join release_plans p on p.id = g.plan and p.active_milestone is not null and p.held_at is null`.execute(
      db,
    )
  },
}

type Outcome = OutcomeReport['outcomes'][number]

/** Each flag and metric once: an outcome that a report repeats would be several bets. */
const summed = (outcomes: readonly Outcome[]) =>
  [...Map.groupBy(outcomes, ({ flag, metric }) => JSON.stringify([flag, metric])).values()].map((same) => {
    const [{ flag, metric }] = same as [Outcome]
    const sum = (count: (one: Outcome) => number) => same.reduce((total, one) => total + count(one), 0)
    const counts = [
      sum(({ enabled }) => enabled.uses),
      sum(({ enabled }) => enabled.events),
      sum(({ disabled }) => disabled.uses),
      sum(({ disabled }) => disabled.events),
    ]
    return { flag, metric, counts }
  })
