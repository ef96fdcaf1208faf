import type { WatchedGuard } from '@flagstaff/contract/guards'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { BandChart, times } from './BandChart.tsx'
import { bandPoints, stateOf } from './band.ts'
import classes from './guards.module.css'
import { t } from './messages.ts'
import { type GuardPlace, guardSeries } from './queries.ts'

/** A guard as a chart, with its figures beside it. */
export function GuardDetail({ at, guard }: { at: GuardPlace; guard: WatchedGuard }) {
  const series = useQuery(guardSeries(at, guard.id))
  const { name, worse, tolerance, enabled, disabled, ratio, low, high, batches } = guard
  const state = stateOf(guard)
  const pair = (on: number, off: number) => t('figure.pair', { on: formatNumber(on), off: formatNumber(off) })
  return (
    <div className={classes.detail}>
      <div className={classes.drawing}>
        <p className={classes.title}>
          <b>{name}</b>{' '}
          <span className="faint small">{t(worse === 'lower' ? 'chart.aboutLower' : 'chart.about')}</span>
          <span className={classes.chip} data-state={state}>
            {t(`state.${state}`)}
          </span>
        </p>
        <Loaded query={series} name={t('chart.title', { name })} loading={<Loading rows={3} />}>
          {(data) => {
            const points = bandPoints(data, worse)
            return points.length > 0 ? (
              <BandChart title={t('chart.title', { name })} points={points} limit={tolerance} />
            ) : (
              <p className={`${classes.none} faint small`}>{t('chart.waits')}</p>
            )
          }}
        </Loaded>
      </div>
      <dl className={classes.figures}>
        <Figure name={t('figure.on')}>{rateOf(enabled)}</Figure>
        <Figure name={t('figure.off')}>{rateOf(disabled)}</Figure>
        <Figure name={t('figure.ratio')}>
          <b>{ratio === null ? t('figure.noRatio') : times(ratio)}</b>
        </Figure>
        <Figure name={t('figure.band')}>{bandText(low, high)}</Figure>
        <Figure name={t('figure.uses')}>{pair(enabled.uses, disabled.uses)}</Figure>
        <Figure name={t('figure.events')}>{pair(enabled.events, disabled.events)}</Figure>
        <Figure name={t('figure.reports')}>{formatNumber(batches)}</Figure>
      </dl>
    </div>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)

/** The share of uses that ended in an event. */
export const rateOf = ({ uses, events }: WatchedGuard['enabled']) =>
  uses > 0 ? formatPercent(Number(((events / uses) * 100).toPrecision(3))) : t('figure.noRatio')

function bandText(low: number | null, high: number | null): string {
  if (low === null && high === null) return t('figure.open')
  if (low === null) return t('figure.to', { high: times(high ?? 0) })
  if (high === null) return t('figure.from', { low: times(low) })
  return t('figure.range', { low: times(low), high: times(high) })
}
