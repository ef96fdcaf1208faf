import { formatDay } from '../../../../lib/format.ts'
import { t } from './messages.ts'
import classes from './status.module.css'
import { type Day, levelOf, weeksOf } from './weeks.ts'

const STEP = 11
const SIZE = 9

/** A square for each day; darker means more events. */
export function HeatMap({ activity, weeks: count }: { activity: readonly Day[]; weeks: number }) {
  const weeks = weeksOf(activity, count)
  const days = weeks.flat()
  const sum = days.reduce((total, day) => total + day.count, 0)
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most))
  const words = [
    t('activity.sum', { count: sum, weeks: count }),
    ...(sum > 0 ? [t('activity.most', { day: formatDay(busiest.date), count: busiest.count })] : []),
  ].join(', ')
  return (
    <>
      <svg className={classes.map} viewBox={`0 0 ${count * STEP} ${7 * STEP}`} role="img" aria-label={words}>
        {weeks.map((week, column) =>
          week.map(({ date, count: changes }, row) => (
            <rect
              key={date}
              x={column * STEP}
              y={row * STEP}
              width={SIZE}
              height={SIZE}
              rx={2}
              data-level={levelOf(changes, busiest.count)}
            >
              <title>{t('activity.day', { day: formatDay(date), count: changes })}</title>
            </rect>
          )),
        )}
      </svg>
      <p className={classes.legend}>
        <span>{words}</span>
        <span className={classes.scale} aria-hidden="true">
          {t('activity.less')}
          {[0, 1, 2, 3, 4].map((level) => (
            <i key={level} data-level={level} />
          ))}
          {t('activity.more')}
        </span>
      </p>
    </>
  )
}
