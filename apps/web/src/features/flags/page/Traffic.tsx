import { useQuery } from '@tanstack/react-query'
import { formatAge, formatPercent, formatShort } from '../../../lib/format.ts'
import { Spark } from '../../../ui/Spark.tsx'
import classes from './Card.module.css'
import { t } from './messages.ts'
import { type FlagEnvironment, flagUsage } from './queries.ts'

/** Recent evaluations in an environment, and how many of them were on; otherwise when it was last evaluated. */
export function Traffic({ flag, environment }: { flag: string; environment: FlagEnvironment }) {
  const { data } = useQuery(flagUsage(flag))
  const { yes = [], no = [] } = data?.find(({ name }) => name === environment.name) ?? {}
  const counts = yes.map((one, hour) => one + (no[hour] ?? 0))
  const [all, on] = [counts, yes].map((list) => list.reduce((sum, one) => sum + one, 0)) as [number, number]
  if (all === 0)
    return (
      <span className={classes.seen}>
        {environment.lastSeenAt
          ? t('card.seen', { age: formatAge(environment.lastSeenAt) })
          : t('card.notSeen')}
      </span>
    )
  const share = Math.round((1000 * on) / all) / 10
  return (
    <span className={classes.traffic}>
      <span>
        <b className="num">{formatShort(all)}</b>
        {t('card.evaluations')}
      </span>
      <Spark values={counts} width={96} height={22} />
      <span>
        <b className="num">{formatPercent(share)}</b>
        {t('card.yes')}
      </span>
    </span>
  )
}
