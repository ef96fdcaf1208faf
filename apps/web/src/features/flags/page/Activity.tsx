import type { Event } from '@flagstaff/contract/events'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { formatMoment, formatPercent, formatSpan } from '../../../lib/format.ts'
import { me } from '../../../lib/session.ts'
import { nameOfTag } from '../../../lib/tags.ts'
import { formatRich } from '../../../messages/messages.ts'
import { type Rule, rolloutOf } from '../rules/rule.ts'
import classes from './Aside.module.css'
import { type MessageKey, richTexts, t } from './messages.ts'
import { partOf } from './place.ts'
import { flagEvents, type Place } from './queries.ts'

const SHOWN = 6

/** What happened last, in few words; the log has the rest. */
export function Activity({ place }: { place: Place }) {
  const { data } = useQuery(flagEvents(place.flag))
  const { data: account } = useSuspenseQuery(me)
  const events = data?.events.filter(({ type }) => !type.endsWith('favorited')).slice(0, SHOWN)
  return (
    <section className={classes.part}>
      <h2>
        {t('activity.title')}
        <Link to={partOf(place, 'logs')} className={`link ${classes.more}`}>
          {t('activity.all')}
        </Link>
      </h2>
      {events?.length === 0 && <p className="t3">{t('activity.none')}</p>}
      <ul className={classes.activity}>
        {events?.map((event) => (
          <li key={event.id}>
            <span>
              <Sentence
                event={event}
                actor={event.createdByUserId === account.user.id ? t('activity.you') : event.createdBy}
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

const texts: Partial<Record<Event['type'], MessageKey>> = {
  'feature-environment-enabled': 'activity.on',
  'feature-environment-disabled': 'activity.off',
  'feature-strategy-add': 'activity.ruleAdd',
  'feature-strategy-update': 'activity.ruleUpdate',
  'feature-strategy-remove': 'activity.ruleRemove',
  'strategy-order-changed': 'activity.order',
  'feature-created': 'activity.created',
  'feature-metadata-updated': 'activity.updated',
  'feature-archived': 'activity.archived',
  'feature-revived': 'activity.revived',
  'feature-tagged': 'activity.tagged',
  'feature-untagged': 'activity.untagged',
  'feature-stale-on': 'activity.stale',
  'feature-stale-off': 'activity.notStale',
}

function Sentence({ event, actor }: { event: Event; actor: string }) {
  const { type, data, preData, environment } = event
  const share = shareOf(event)
  const key = share ? 'activity.share' : (texts[type] ?? 'activity.other')
  const title = data?.title || preData?.title
  const parts = formatRich<ReactNode>(richTexts[key], {
    actor,
    environment: environment ?? '',
    rule: typeof title === 'string' ? title : t('activity.aRule'),
    name: tagIn(data ?? preData),
    label: event.label ?? type,
    before: share ? formatPercent(share[0]) : '',
    after: share ? formatPercent(share[1]) : '',
    b: (inner: ReactNode[]) => <b>{inner}</b>,
  })
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

const tagIn = (data: Event['data']) =>
  nameOfTag({ type: String(data?.type ?? ''), value: String(data?.value ?? '') })

/** Where the share is what changed, the figures say it best. */
function shareOf({ type, data, preData }: Event): [number, number] | undefined {
  if (type !== 'feature-strategy-update' || !data || !preData) return undefined
  const before = rolloutOf(preData as unknown as Rule)
  const after = rolloutOf(data as unknown as Rule)
  return before === undefined || after === undefined || before === after ? undefined : [before, after]
}
