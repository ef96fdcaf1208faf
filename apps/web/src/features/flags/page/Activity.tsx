import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { actorOf } from '../../../lib/actor.ts'
import { formatMoment, formatSpan } from '../../../lib/format.ts'
import { me } from '../../../lib/session.ts'
import classes from './Aside.module.css'
import { t } from './messages.ts'
import { partOf } from './place.ts'
import { flagEvents, type Place } from './queries.ts'
import { Sentence } from './Sentence.tsx'

const SHOWN = 6

/** A short list of recent events. */
export function Activity({ place }: { place: Place }) {
  const { data } = useQuery(flagEvents(place.flag))
  const { data: account } = useSuspenseQuery(me)
  const events = data?.events.filter(({ type }) => !/(favorited|watched)$/.test(type)).slice(0, SHOWN)
  return (
    <section className={classes.part}>
      <h2>
        {t('activity.title')}
        <Link to={partOf(place, 'logs')} className={`link ${classes.more}`}>
          {t('activity.all')}
        </Link>
      </h2>
      {events?.length === 0 && <p className="faint">{t('activity.none')}</p>}
      <ul className={classes.activity}>
        {events?.map((event) => (
          <li key={event.id}>
            <span>
              <Sentence
                event={event}
                actor={event.createdByUserId === account.user.id ? t('activity.you') : actorOf(event)}
              />
            </span>
            <time dateTime={event.createdAt} title={formatMoment(event.createdAt)} className="num">
              {formatSpan(event.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
