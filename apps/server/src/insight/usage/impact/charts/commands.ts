import { ImpactChart, MOST_CHARTS } from '@flagstaff/contract/impact'
import Type from 'typebox'
import { type Flag, lockActiveFlag } from '../../../../flags/index.ts'
import { limitReached, nameTaken, notFound } from '../../../../platform/errors.ts'
import { command, type Order } from '../../../../platform/write/commands.ts'
import { lockCount } from '../../../../platform/write/locks.ts'
import type { Tx } from '../../../../platform/write/write.ts'
import { chartEvent } from './events.ts'
import { countCharts, insertChart, lockChart, removeChart, replaceChart } from './queries.ts'

/** Without `isNew`, the chart must exist. */
const Saved = Type.Object({ chart: ImpactChart, isNew: Type.Boolean() })
const ChartId = Type.Object({ id: Type.String() })
const OfFlag = Type.Object({ project: Type.String(), flag: Type.String() })

export const saveChart = command({
  name: 'impact-chart.save',
  input: Saved,
  permission: 'ADMIN',
  scope: () => ({}),
  run: (tx, input) => save(tx, undefined, input),
  inverse: (input, { before }): Order =>
    before ? saveChart.with({ chart: before, isNew: false }) : deleteChart.with({ id: input.chart.id }),
})

export const deleteChart = command({
  name: 'impact-chart.delete',
  input: ChartId,
  permission: 'ADMIN',
  scope: () => ({}),
  run: (tx, { id }) => remove(tx, undefined, id),
  inverse: (_input, before): Order => saveChart.with({ chart: before, isNew: true }),
})

export const saveFlagChart = command({
  name: 'impact-chart.save-of-flag',
  input: Type.Interface([OfFlag, Saved], {}),
  permission: 'UPDATE_FEATURE',
  scope: ({ project }) => ({ project }),
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  run: (tx, input, flag) => save(tx, flag, input),
  inverse: ({ project, flag, chart }, { before }): Order =>
    before
      ? saveFlagChart.with({ project, flag, chart: before, isNew: false })
      : deleteFlagChart.with({ project, flag, id: chart.id }),
})

export const deleteFlagChart = command({
  name: 'impact-chart.delete-of-flag',
  input: Type.Interface([OfFlag, ChartId], {}),
  permission: 'UPDATE_FEATURE',
  scope: ({ project }) => ({ project }),
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  run: (tx, { id }, flag) => remove(tx, flag, id),
  inverse: ({ project, flag }, before): Order =>
    saveFlagChart.with({ project, flag, chart: before, isNew: true }),
})

type Result = { before: ImpactChart | undefined; chart: ImpactChart }

async function save(
  tx: Tx,
  flag: Flag | undefined,
  { chart, isNew }: { chart: ImpactChart; isNew: boolean },
) {
  const place = flag?.name ?? null
  const before = await lockChart(tx, place, chart.id)
  if (isNew) {
    await lockCount(tx, `charts of ${place ?? 'the installation'}`)
    if ((await countCharts(tx, place)) >= MOST_CHARTS) throw limitReached('charts', MOST_CHARTS)
    if (!(await insertChart(tx, place, chart))) throw nameTaken('chart', chart.id)
    tx.record(chartEvent('impact-metric-created', flag, { after: chart }))
    return { before: undefined, chart } satisfies Result
  }
  if (!before) throw notFound('chart', chart.id)
  await replaceChart(tx, chart)
  tx.record(chartEvent('impact-metric-updated', flag, { before, after: chart }))
  return { before, chart } satisfies Result
}

async function remove(tx: Tx, flag: Flag | undefined, id: string): Promise<ImpactChart> {
  const before = await lockChart(tx, flag?.name ?? null, id)
  if (!before) throw notFound('chart', id)
  await removeChart(tx, id)
  tx.record(chartEvent('impact-metric-deleted', flag, { before }))
  return before
}
