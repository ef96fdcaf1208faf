import type { ActivityPeriod, Home } from '@flagstaff/contract/home'
import { SegmentedControl } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { actorOf } from '../../../lib/actor.ts'
import { formatAge, formatNumber, formatSpan } from '../../../lib/format.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { environmentList, me } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { FlagType } from '../../../ui/FlagType.tsx'
import { Sentence } from '../events/index.ts'
import classes from './home.module.css'
import { t } from './messages.ts'
import { pathOfFlag, pathOfProject, States } from './Recent.tsx'

type AsideProps = { home: Home; period: ActivityPeriod; onPeriod(period: ActivityPeriod): void }
const periods = ['hour', 'day', 'week'] as const

export function Aside({ home, period, onPeriod }: AsideProps) {
  return (
    <aside className={classes.aside}>
      <Pinned pinned={home.pinned} />
      <section aria-label={t('activity.title')}>
        <header>
          <h2>{t('activity.title')}</h2>
          <SegmentedControl
            aria-label={t('activity.period')}
            size="xs"
            data={periods.map((value) => ({ value, label: t(`activity.${value}`) }))}
            value={period}
            onChange={(value) => onPeriod(periods.find((one) => one === value) ?? 'day')}
          />
        </header>
        <Lanes activity={home.activity} />
        <Latest events={home.activity.events} />
        <Link to="/history" className={classes.link}>
          {t('activity.log')}
        </Link>
      </section>
    </aside>
  )
}

function Pinned({ pinned: { projects, flags } }: { pinned: Home['pinned'] }) {
  return (
    <section aria-label={t('pinned.title')}>
      <header>
        <h2>{t('pinned.title')}</h2>
      </header>
      {projects.length + flags.length === 0 && <p className="dim small">{t('pinned.none')}</p>}
      <ul>
        {projects.map(({ id, name, flags: count, inReview }) => (
          <li key={id} className={classes.pin}>
            <span className={classes.letter} aria-hidden="true">
              {[...name][0]?.toUpperCase()}
            </span>
            <Link to={pathOfProject(id)}>{name}</Link>
            <span className="faint small num">{t('pinned.flags', { count })}</span>
            {inReview > 0 && (
              <span className={classes.end}>
                <span className="small num">{t('pinned.inReview', { count: inReview })}</span>
              </span>
            )}
          </li>
        ))}
        {flags.map((flag) => (
          <li key={flag.name} className={classes.pin}>
            <FlagType type={flag.type} plain />
            <Link to={pathOfFlag(flag.project, flag.name)}>{flag.name}</Link>
            <span className={classes.end}>
              <States flag={flag} only="production" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Changes over time, one lane for each environment; production is taller. */
function Lanes({ activity: { since, environments } }: { activity: Home['activity'] }) {
  const lens = usePreference('lens', '')
  const shown = environments.filter(({ name }) => !lens || name === lens)
  const lanes = shown.toSorted((one, other) => rank(one.type) - rank(other.type))
  return (
    <div className={classes.lanes}>
      {lanes.map(({ name, type, changes }) => {
        const count = changes.reduce((sum, one) => sum + one, 0)
        return (
          <div key={name} className={classes.lane} data-type={type}>
            <Environment name={name} type={type} />
            <svg viewBox={`0 0 ${changes.length} 10`} preserveAspectRatio="none" aria-hidden="true">
              <path d={changes.map((one, step) => (one > 0 ? `M${step + 0.2} 0h.6v10h-.6z` : '')).join('')} />
            </svg>
            <span className="num" title={t('activity.changes', { count, environment: name })}>
              {formatNumber(count)}
            </span>
          </div>
        )
      })}
      <div className={classes.scale}>
        <span>{formatAge(since)}</span>
        <span>{t('activity.now')}</span>
      </div>
    </div>
  )
}

const rank = (type: string) => (type === 'production' ? 0 : 1)

function Latest({ events }: { events: Home['activity']['events'] }) {
  const { data: account } = useSuspenseQuery(me)
  const { data: environments } = useSuspenseQuery(environmentList)
  if (events.length === 0) return <p className="dim small">{t('activity.none')}</p>
  return (
    <ul className={classes.events}>
      {events.map((event) => (
        <li key={event.id}>
          <span>
            <b>{event.createdByUserId === account.user.id ? t('activity.you') : actorOf(event)}</b>{' '}
            <Sentence event={event} />
            {event.environment && (
              <span className={classes.eventPlace}>
                <Environment
                  name={event.environment}
                  type={environments.find(({ name }) => name === event.environment)?.type ?? ''}
                />
              </span>
            )}
          </span>
          <time dateTime={event.createdAt} title={formatAge(event.createdAt)} className="faint small num">
            {formatSpan(event.createdAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}
