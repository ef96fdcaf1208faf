import type { ImpactMetricsConfig } from '@flagstaff/contract/impact'
import { Button } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useCan } from '../../../lib/session.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { ChartCard } from './ChartCard.tsx'
import { ChartDialog } from './ChartDialog.tsx'
import classes from './impact.module.css'
import { t } from './messages.ts'
import { chartList, metricList } from './queries.ts'

/** The charts of the instance. */
export function ImpactMetrics() {
  usePage([{ label: t('impact.title') }])
  const refusal = useCan('ADMIN')
  const { data, error, refetch } = useQuery(chartList(undefined))
  const { data: metrics } = useQuery(metricList)
  const [edited, setEdited] = useState<ImpactMetricsConfig | 'new'>()
  const create = () => {
    if (!refusal) setEdited('new')
  }
  useCommand('impact.new', t('impact.new'), create, <IconChartLine size={16} stroke={1.5} />)
  return (
    <ListPage
      title={t('impact.title')}
      purpose={t('impact.text')}
      facts={data && data.length > 0 && t('impact.count', { count: data.length })}
      actions={
        <>
          {!refusal && (
            <Button component={Link} to="/admin/impact-metrics" variant="default">
              {t('impact.source')}
            </Button>
          )}
          <NewButton label={t('impact.new')} why={refusal} onClick={create} />
        </>
      }
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconChartLine size={20} stroke={1.5} />}
          title={t('impact.empty')}
          text={t(metrics?.length === 0 ? 'impact.emptyMetrics' : 'impact.emptyText')}
          action={!refusal && <Button onClick={create}>{t('impact.new')}</Button>}
        />
      )}
      {data && data.length > 0 && (
        <div className={classes.cards}>
          {data.map((chart) => (
            <ChartCard
              key={chart.id}
              place={undefined}
              chart={chart}
              refusal={refusal}
              onEdit={() => setEdited(chart)}
            />
          ))}
        </div>
      )}
      <ChartDialog
        opened={edited !== undefined}
        place={undefined}
        edited={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </ListPage>
  )
}
