import type { ImpactChart, LabelSelectors } from '@flagstaff/contract/impact'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../../platform/database/database.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { confinedTo, type Viewer } from '../../../../platform/write/actor.ts'
import type { Tx } from '../../../../platform/write/write.ts'
import { seenMetric } from '../series-queries.ts'

type Row = Selectable<Tables['impact_charts']>

const toChart = (row: Row): ImpactChart => ({
  id: row.id,
  title: row.title,
  metricName: row.metric,
  timeRange: row.time_range as ImpactChart['timeRange'],
  aggregationMode: row.mode as ImpactChart['aggregationMode'],
  labelSelectors: row.labels as LabelSelectors,
  yAxisMin: row.y_axis_min as ImpactChart['yAxisMin'],
  source: row.source as ImpactChart['source'],
})

/** Without charts of metrics that exist but are hidden from the viewer. */
export async function listInstanceCharts(db: Reader, viewer: Viewer): Promise<ImpactChart[]> {
  const rows = await db
    .selectFrom('impact_charts as c')
    .selectAll()
    .where('flag', 'is', null)
    .where(
      sql<boolean>`(c.source = 'external' or not exists (select from impact_metrics m where m.name = c.metric
        and not ${seenMetric(confinedTo(viewer))}))`,
    )
    .orderBy('id')
    .execute()
  return rows.map(toChart)
}

export async function listFlagCharts(db: Reader, flag: string): Promise<ImpactChart[]> {
  const rows = await db
    .selectFrom('impact_charts')
    .selectAll()
    .where('flag', '=', flag)
    .orderBy('id')
    .execute()
  return rows.map(toChart)
}

const place = (flag: string | null) => sql<boolean>`flag is not distinct from ${flag}`

export async function lockChart(tx: Tx, flag: string | null, id: string): Promise<ImpactChart | undefined> {
  const row = await tx.db
    .selectFrom('impact_charts')
    .selectAll()
    .where('id', '=', id)
    .where(place(flag))
    .forUpdate()
    .executeTakeFirst()
  return row && toChart(row)
}

export async function countCharts(tx: Tx, flag: string | null): Promise<number> {
  const { count } = await tx.db
    .selectFrom('impact_charts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(place(flag))
    .executeTakeFirstOrThrow()
  return count
}

const columnsOf = (chart: ImpactChart) => ({
  title: chart.title,
  metric: chart.metricName,
  source: chart.source,
  mode: chart.aggregationMode,
  time_range: chart.timeRange,
  labels: JSON.stringify(chart.labelSelectors),
  y_axis_min: chart.yAxisMin,
})

/** Returns false if the id is taken. */
export async function insertChart(tx: Tx, flag: string | null, chart: ImpactChart): Promise<boolean> {
  const rows = await tx.db
    .insertInto('impact_charts')
    .values({ id: chart.id, flag, ...columnsOf(chart) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

export const replaceChart = (tx: Tx, chart: ImpactChart) =>
  tx.db.updateTable('impact_charts').set(columnsOf(chart)).where('id', '=', chart.id).execute()

export const removeChart = (tx: Tx, id: string) =>
  tx.db.deleteFrom('impact_charts').where('id', '=', id).execute()

/** Whether the flag, archived or not, is in this project; the route has checked that the viewer sees the project. */
export async function isFlagOf(db: Reader, project: string, flag: string): Promise<boolean> {
  const row = await db
    .selectFrom('flags')
    .select('name')
    .where('name', '=', flag)
    .where('project', '=', project)
    .executeTakeFirst()
  return row !== undefined
}
