import type { ImpactMetricsConfig } from '@flagstaff/contract/impact'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import { Refused } from '../../../ui/Refused.tsx'
import { ChartCard } from './ChartCard.tsx'
import { ChartDialog } from './ChartDialog.tsx'
import { EACH } from './draft.ts'
import classes from './impact.module.css'
import { t } from './messages.ts'
import { chartList } from './queries.ts'

type FlagChartsProps = {
  project: string
  flag: string
  changes: readonly FlagChange[]
}

/** A change of the flag, in one environment or in all. */
type FlagChange = { at: number; environment: string | undefined }

/** The changes that can affect a chart: all, unless it is limited to other environments. */
function markersOf(changes: readonly FlagChange[], { labelSelectors }: ImpactMetricsConfig): number[] {
  const { environment: chosen = [] } = labelSelectors
  const isEverywhere = chosen.length === 0 || chosen.includes(EACH)
  return changes
    .filter(({ environment }) => isEverywhere || !environment || chosen.includes(environment))
    .map(({ at }) => at)
}

/** The charts of a flag, below its usage. */
export function FlagCharts({ project, flag, changes }: FlagChartsProps) {
  const place = { project, flag }
  const refusal = useCan('UPDATE_FEATURE', { project })
  const { data, error } = useQuery(chartList(place))
  const [edited, setEdited] = useState<ImpactMetricsConfig | 'new'>()
  return (
    <section className={classes.ofFlag} aria-label={t('flag.title')}>
      <header className={classes.sectionHead}>
        <div>
          <h2>{t('flag.title')}</h2>
          <p className="faint small">{t('flag.text')}</p>
        </div>
        <Refused why={refusal}>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} stroke={2} />}
            aria-disabled={refusal ? true : undefined}
            onClick={() => {
              if (!refusal) setEdited('new')
            }}
          >
            {t('impact.new')}
          </Button>
        </Refused>
      </header>
      {error && !data && <p className="dim small">{error.message}</p>}
      {data?.length === 0 && <p className="faint small">{t('flag.empty')}</p>}
      {data?.map((chart) => (
        <ChartCard
          key={chart.id}
          place={place}
          chart={chart}
          refusal={refusal}
          markers={markersOf(changes, chart)}
          onEdit={() => setEdited(chart)}
        />
      ))}
      <ChartDialog
        opened={edited !== undefined}
        place={place}
        edited={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </section>
  )
}
