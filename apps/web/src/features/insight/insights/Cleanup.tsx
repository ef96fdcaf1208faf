import type { InsightCharts } from '@flagstaff/contract/insights'
import { formatPercent } from '../../../lib/format.ts'
import classes from './insights.module.css'
import { t } from './messages.ts'

/** How far the health is from its target, and how many flags have to be archived to reach it. */
export function Cleanup({ of: { health, target, stale, toArchive } }: { of: InsightCharts['cleanup'] }) {
  const goal = formatPercent(target)
  return (
    <section className={classes.cleanup} aria-label={t('cleanup.title')}>
      <b className="num">{t('cleanup.health', { health: formatPercent(health) })}</b>
      <span>
        {toArchive === 0 ? t('cleanup.reached', { goal }) : t('cleanup.archive', { count: toArchive, goal })}
      </span>
      <span className="dim">{t('cleanup.stale', { count: stale })}</span>
    </section>
  )
}
