import type { Sparkline } from '@flagstaff/contract/usage'
import { formatAge, formatShort } from '../../../lib/format.ts'
import { Spark } from '../../../ui/Spark.tsx'
import classes from './FlagTable.module.css'
import { t } from './messages.ts'

/** Recent evaluations of a flag, and the last one; the tooltip names the environment. */
export function UsageCell({ usage }: { usage: Sparkline | undefined }) {
  if (!usage) return null
  const counts = usage.yes.map((yes, index) => yes + (usage.no[index] ?? 0))
  const all = counts.reduce((sum, count) => sum + count, 0)
  const seen = usage.environments.flatMap(({ lastSeenAt }) => lastSeenAt ?? [])
  const last = seen.sort().at(-1)
  const places = usage.environments
    .map(({ name, lastSeenAt }) =>
      lastSeenAt
        ? t('usage.seenIn', { environment: name, age: formatAge(lastSeenAt) })
        : t('usage.neverIn', { environment: name }),
    )
    .join('\n')
  return (
    <span className={classes.usage} title={places}>
      {all > 0 && <Spark values={counts} width={56} height={18} />}
      <span className="num">
        <b>{all > 0 ? formatShort(all) : ''}</b>
        <span className={classes.seen}>{last ? formatAge(last) : t('usage.never')}</span>
      </span>
      <span className="hidden">{places}</span>
    </span>
  )
}
