import type { ReactNode } from 'react'
import { formatAge, formatMoment, formatNumber, formatPercent, formatShort } from '../../../../lib/format.ts'
import classes from './Metrics.module.css'
import { t } from './messages.ts'
import { allOf, type Sum, shareOf } from './series.ts'

type FiguresProps = { sum: Sum; apps: number; seenAt: string | undefined }

/** The key metrics. */
export function Figures({ sum, apps, seenAt }: FiguresProps) {
  return (
    <dl className={classes.figures}>
      <Figure name={t('figure.all')} title={formatNumber(allOf(sum))}>
        {formatShort(allOf(sum))}
      </Figure>
      <Figure name={t('figure.on', { count: sum.yes })}>{formatPercent(shareOf(sum))}</Figure>
      <Figure name={t('figure.apps', { count: apps })}>{formatNumber(apps)}</Figure>
      <Figure name={t('figure.seen')} title={seenAt ? formatMoment(seenAt) : undefined}>
        {seenAt ? formatAge(seenAt) : t('figure.never')}
      </Figure>
    </dl>
  )
}

function Figure({
  name,
  title,
  children,
}: {
  name: string
  title?: string | undefined
  children: ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{children}</dd>
    </div>
  )
}
