import type { Freeze } from '@flagstaff/contract/freezes'
import { formatDay } from '../../../lib/format.ts'
import classes from './freezes.module.css'
import { t } from './messages.ts'
import { type Strip, type StripSpan, stripOf } from './strip.ts'
import { formatMinute } from './times.ts'

/** The freezes of the next four weeks, one row each. */
export function CalendarStrip({ freezes }: { freezes: readonly Freeze[] }) {
  const strip = stripOf(freezes, new Date())
  return (
    <section className={classes.strip} aria-label={t('strip.title')}>
      <div className={classes.scale} aria-hidden="true">
        <h2>{t('strip.title')}</h2>
        <div className={classes.dates}>
          {strip.days
            .filter(({ isMonday }) => isMonday)
            .map(({ date, left }) => (
              // The last date would be cut off at the edge.
              <span key={left} style={left > 85 ? { right: 0 } : { left: percent(left) }}>
                {formatDay(date.toISOString()).replace(/ \d+$/, '')}
              </span>
            ))}
        </div>
      </div>
      {strip.rows.length === 0 && <p className="faint small">{t('strip.none')}</p>}
      <ul>
        {strip.rows.map(({ freeze, spans }) => (
          <li key={freeze.id} className={classes.row}>
            <span className={classes.name} aria-hidden="true">
              {freeze.name}
            </span>
            <Track strip={strip} spans={spans} words={wordsOf(freeze, spans)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Track({ strip, spans, words }: { strip: Strip<Freeze>; spans: StripSpan[]; words: string }) {
  return (
    <div className={classes.track} role="img" aria-label={words}>
      {strip.days.map(({ left, width, isWeekend, isMonday }) => (
        <i
          key={left}
          className={classes.day}
          data-weekend={isWeekend || undefined}
          data-monday={isMonday || undefined}
          style={{ left: percent(left), width: percent(width) }}
        />
      ))}
      {spans.map(({ from, to, left, width }) => (
        <i
          key={left}
          className={classes.span}
          style={{ left: percent(left), width: percent(width) }}
          title={t('when.period', { from: formatMinute(from), to: formatMinute(to) })}
        />
      ))}
      <i className={classes.today} style={{ left: percent(strip.now) }} title={t('strip.today')} />
    </div>
  )
}

const percent = (value: number) => `${value}%`

/** Names the first times only: a weekly freeze has many. */
function wordsOf({ name }: Freeze, all: readonly StripSpan[]): string {
  const [first] = all
  if (!first) return name
  const spans = t('when.period', { from: formatMinute(first.from), to: formatMinute(first.to) })
  const count = all.length - 1
  return t('strip.row', { name, spans: count > 0 ? t('strip.more', { spans, count }) : spans })
}
