import type { InsightCharts } from '@flagstaff/contract/insights'
import { EvaluationsChart, FlowChart, UpdatesChart } from './FlowCharts.tsx'
import classes from './insights.module.css'
import { DebtChart, LifecycleChart, ProductionChart } from './StockCharts.tsx'
import { stepsBy } from './steps.ts'

/** The six charts of the insights. */
export function Charts({ data, alone = false }: { data: InsightCharts; alone?: boolean }) {
  const props = {
    data,
    alone,
    times: data.dates.map((day) => Date.parse(day)),
    steps: stepsBy(data.by),
  }
  return (
    <div className={classes.charts}>
      <LifecycleChart {...props} />
      <FlowChart {...props} />
      <DebtChart {...props} />
      <EvaluationsChart {...props} />
      <ProductionChart {...props} />
      <UpdatesChart {...props} />
    </div>
  )
}
