import { sentenceOf } from '@flagstaff/contract/event-sentences'
import type { Event } from '@flagstaff/contract/events'
import { Children, type ReactNode } from 'react'
import { formatPercent } from '../../../lib/format.ts'
import { nameOfTag } from '../../../lib/tags.ts'
import { formatMessage, formatRich } from '../../../messages/messages.ts'
import { type Rule, rolloutOf } from '../rules/rule.ts'
import { type MessageKey, richTexts, t } from './messages.ts'

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

/** An event of a flag as a short text. */
export function Sentence({ event, actor }: { event: Event; actor: string }) {
  const { type, data, preData, environment } = event
  const share = shareOf(event)
  const key = share ? 'activity.share' : texts[type]
  if (!key) return <CommonSentence event={event} actor={actor} />
  const title = data?.title || preData?.title
  const parts = formatRich<ReactNode>(richTexts[key], {
    actor,
    environment: environment ?? '',
    rule: typeof title === 'string' ? title : t('activity.aRule'),
    name: tagIn(data ?? preData),
    before: share ? formatPercent(share[0]) : '',
    after: share ? formatPercent(share[1]) : '',
    b: (inner: ReactNode[]) => <b>{inner}</b>,
  })
  return Children.toArray(parts)
}

/** The sentence of the event log. The project is that of the page, so only a move names it. */
function CommonSentence({ event, actor }: { event: Event; actor: string }) {
  const parts = sentenceOf<ReactNode>(
    { ...event, project: event.type === 'feature-project-change' ? event.project : null },
    { where: true, render: (kind, text) => (kind === 'text' ? formatMessage(text) : <b>{text}</b>) },
  )
  return (
    <>
      <b>{actor}</b> {Children.toArray(parts)}
    </>
  )
}

const tagIn = (data: Event['data']) =>
  nameOfTag({ type: String(data?.type ?? ''), value: String(data?.value ?? '') })

/** The rollout before and after, if that changed. */
function shareOf({ type, data, preData }: Event): [number, number] | undefined {
  if (type !== 'feature-strategy-update' || !data || !preData) return undefined
  const before = rolloutOf(preData as unknown as Rule)
  const after = rolloutOf(data as unknown as Rule)
  return before === undefined || after === undefined || before === after ? undefined : [before, after]
}
