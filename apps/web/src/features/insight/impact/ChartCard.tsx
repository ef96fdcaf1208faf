import type { ImpactMetricsConfig } from '@flagstaff/contract/impact'
import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { Refusal } from '../../../lib/session.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { ChartView } from './ChartView.tsx'
import classes from './impact.module.css'
import { t } from './messages.ts'
import { type ChartPlace, nameOf, useDeleteChart } from './queries.ts'

type ChartCardProps = {
  place: ChartPlace
  chart: ImpactMetricsConfig
  refusal: Refusal
  markers?: readonly number[] | undefined
  onEdit(): void
}

export function ChartCard({ place, chart, refusal, markers, onEdit }: ChartCardProps) {
  const remove = useDeleteChart(place)
  const name = nameOf(chart)
  const about = {
    mode: t(`mode.${chart.aggregationMode}`),
    metric: chart.metricName,
    range: t(`range.${chart.timeRange}`).toLowerCase(),
  }
  return (
    <article className={classes.card} aria-label={name}>
      <header className={classes.head}>
        <div>
          <h2>{name}</h2>
          <p className="faint small">{t('card.about', about)}</p>
        </div>
        <ActionsMenu name={name}>
          <MenuAction why={refusal} icon={<IconPencil size={14} stroke={1.75} />} onClick={onEdit}>
            {t('impact.edit')}
          </MenuAction>
          <Menu.Divider />
          <MenuAction
            danger
            why={refusal}
            icon={<IconTrash size={14} stroke={1.75} />}
            onClick={() => remove.mutate(chart)}
          >
            {t('impact.delete')}
          </MenuAction>
        </ActionsMenu>
      </header>
      <ChartView title={name} chart={shownOf(chart)} fromZero={chart.yAxisMin === 'zero'} markers={markers} />
    </article>
  )
}

const shownOf = ({
  metricName,
  timeRange,
  aggregationMode,
  labelSelectors,
  source,
}: ImpactMetricsConfig) => ({
  metricName,
  timeRange,
  aggregationMode,
  labelSelectors,
  ...(source ? { source } : {}),
})
