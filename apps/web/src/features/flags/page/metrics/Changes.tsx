import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { actorOf } from '../../../../lib/actor.ts'
import { me } from '../../../../lib/session.ts'
import { t as page } from '../messages.ts'
import { Sentence } from '../Sentence.tsx'
import classes from './Metrics.module.css'
import type { Marker } from './markers.ts'
import { t } from './messages.ts'
import { formatWhen } from './times.ts'

type ChangesProps = {
  markers: readonly Marker[]
  logOf(marker: Marker): { to: string; search: { id: string; open: string } }
}

/** The changes marked in the chart, with links to the log. */
export function Changes({ markers, logOf }: ChangesProps) {
  const { data: account } = useSuspenseQuery(me)
  if (markers.length === 0) return <p className={classes.noChanges}>{t('marks.none')}</p>
  return (
    <ol className={classes.changes} aria-label={t('marks.label')}>
      {markers.map((marker) => {
        const { number, event } = marker
        const actor = event.createdByUserId === account.user.id ? page('activity.you') : actorOf(event)
        return (
          <li key={number}>
            <span className={classes.number}>{number}</span>
            <time dateTime={event.createdAt} className="num dim">
              {formatWhen(event.createdAt)}
            </time>
            <span className={classes.sentence}>
              <Sentence event={event} actor={actor} />
            </span>
            <Link {...logOf(marker)} className="link small">
              {t('marks.open')}
              <span className="hidden"> {number}</span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
