import { changeLines } from '@flagstaff/contract/event-change-lines'
import type { Event } from '@flagstaff/contract/events'
import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { actorOf } from '../../../lib/actor.ts'
import { boot } from '../../../lib/boot.ts'
import { formatMoment, formatNumber, formatTime } from '../../../lib/format.ts'
import { CopyIcon } from '../../../ui/Copy.tsx'
import { Environment } from '../../../ui/Environment.tsx'
import { Person } from '../../../ui/Person.tsx'
import { DeliveryPopover } from '../receipts/index.ts'
import { EventDiff } from './EventDiff.tsx'
import classes from './EventLog.module.css'
import { t } from './messages.ts'
import { iconOf, Sentence } from './sentence.tsx'

type EventRowProps = {
  event: Event
  open: boolean
  /** The type of the event's environment, if known. */
  environmentType: string
  withProject: boolean
  onToggle(): void
  onRevert(): void
}

/** One line: time, actor, action, place. Expanded, it shows the changes. */
export function EventRow(props: EventRowProps) {
  const { event, open, environmentType, withProject, onToggle, onRevert } = props
  const Glyph = iconOf(event.type)
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <>
      <UnstyledButton
        className={classes.row}
        data-open={open || undefined}
        aria-expanded={open}
        onClick={onToggle}
      >
        <Chevron size={14} stroke={1.5} className={classes.faint} />
        <time dateTime={event.createdAt} title={formatMoment(event.createdAt)} className="num">
          {formatTime(event.createdAt)}
        </time>
        <span className={`${classes.revision} num`}>{formatNumber(event.id)}</span>
        <span className={classes.who}>
          <Person name={actorOf(event)} />
        </span>
        <Glyph size={15} stroke={1.5} className={classes.glyph} />
        <span className={classes.what}>
          <Sentence event={event} />
          <Changes event={event} />
        </span>
        <span className={classes.project}>{withProject ? event.project : null}</span>
        <span className={classes.place}>
          {event.environment && <Environment name={event.environment} type={environmentType} />}
        </span>
      </UnstyledButton>
      {event.reverts !== undefined && (
        <Tooltip label={t('revert.do')}>
          <ActionIcon
            className={classes.revert ?? ''}
            variant="default"
            size={24}
            aria-label={t('revert.label', { revision: event.id })}
            onClick={onRevert}
          >
            <IconArrowBackUp size={15} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
      {open && <Details event={event} />}
    </>
  )
}

const SHOWN = 2

/** The first changes of an update. Other events say in their sentence what changed. */
function Changes({ event }: { event: Event }) {
  if (!/-updated?$/.test(event.type) || !event.preData || !event.data) return null
  const lines = [...new Set(changeLines(event))]
  const more = lines.length - SHOWN
  return (
    <span className={classes.changes}>
      {lines.slice(0, SHOWN).map((line) => (
        <code key={line}>{line}</code>
      ))}
      {more > 0 && t('log.moreChanges', { more })}
    </span>
  )
}

function Details({ event }: { event: Event }) {
  const { id, type, ip, via, client, groupId, featureName, project, environment } = event
  const link = `${location.origin}${boot.basePath}/history?id=${id}&open=${id}`
  return (
    <div className={classes.details}>
      <EventDiff event={event} />
      <dl className={classes.meta}>
        <Fact label={t('log.metaRevision')} value={formatNumber(id)} />
        <Fact label={t('log.metaType')} value={type} />
        {project && <Fact label={t('log.metaProject')} value={project} />}
        {ip && <Fact label={t('log.metaFrom')} value={ip} />}
        {via && (
          <Fact label={t('log.metaVia')} value={[via.toUpperCase(), client].filter(Boolean).join(', ')} />
        )}
        {groupId && <Fact label={t('log.metaGroup')} value={groupId} />}
      </dl>
      <div className={classes.actions}>
        {featureName && project && environment && (
          <DeliveryPopover where={{ project, flag: featureName, environment, revision: id }}>
            {(toggle) => (
              <Button variant="default" onClick={toggle}>
                {t('log.delivery')}
              </Button>
            )}
          </DeliveryPopover>
        )}
        {featureName && project && !type.endsWith('deleted') && (
          <Button
            variant="default"
            component={Link}
            to={`/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(featureName)}`}
          >
            {t('log.openFlag')}
          </Button>
        )}
        <CopyIcon text={link} what={t('log.link')} />
      </div>
    </div>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
