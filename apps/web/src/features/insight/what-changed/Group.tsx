import type { ChangedGroup, ChangedPlace } from '@flagstaff/contract/what-changed'
import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pathOf } from '../../../lib/flagPath.ts'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { t } from './messages.ts'
import classes from './whatChanged.module.css'

export type Restorable = { group: ChangedGroup; place: ChangedPlace }

type GroupProps = {
  group: ChangedGroup
  onRevert(event: number): void
  onRestore(wanted: Restorable): void
}

/** One object: who changed it, what differs in each environment, and the changes themselves. */
export function Group({ group, onRevert, onRestore }: GroupProps) {
  const { kind, result, people, lastAt, places } = group
  return (
    <li className={classes.group}>
      <div className={classes.title}>
        <span className={classes.kind}>{t(`kind.${kind}`)}</span>
        <h3>
          <Name group={group} />
        </h3>
        <span className={classes.result} data-result={result}>
          {t(`result.${result}`)}
        </span>
        <span className={classes.who}>
          {t('by', { people: shorten(people) })},{' '}
          <time dateTime={lastAt} title={formatMoment(lastAt)}>
            {formatAge(lastAt)}
          </time>
        </span>
      </div>
      {places.filter(saysMore).map((place) => (
        <Place
          key={place.environment ?? ''}
          group={group}
          place={place}
          onRestore={() => onRestore({ group, place })}
        />
      ))}
      <Events group={group} onRevert={onRevert} />
    </li>
  )
}

/** The result of a new or removed object is in its title. */
const saysMore = ({ environment, lines, result }: ChangedPlace) =>
  environment !== null || lines.length > 0 || result === 'unchanged'

const SHOWN_PEOPLE = 3

const shorten = (people: readonly string[]) =>
  people.length > SHOWN_PEOPLE
    ? t('andOthers', {
        names: people.slice(0, SHOWN_PEOPLE).join(', '),
        count: people.length - SHOWN_PEOPLE,
      })
    : people.join(', ')

function Name({ group: { kind, id, name, project, result } }: { group: ChangedGroup }) {
  if (kind === 'flag' && project !== null && result !== 'removed')
    return <Link to={pathOf({ project, name: id })}>{name}</Link>
  return <>{name}</>
}

type PlaceProps = { group: ChangedGroup; place: ChangedPlace; onRestore(): void }

function Place({ group, place, onRestore }: PlaceProps) {
  const { environment, environmentType, lines, result, restore, notRestorable } = place
  return (
    <div className={classes.place}>
      <span className={classes.environment}>
        {environment !== null && <Environment name={environment} type={environmentType ?? ''} boxed />}
      </span>
      <div className={classes.lines}>
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {lines.length === 0 && (
          <p className="dim">{t(result === 'unchanged' ? 'sameAsBefore' : `result.${result}`)}</p>
        )}
        {notRestorable && <p className={classes.reason}>{notRestorable}</p>}
      </div>
      {restore && environment !== null && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('restoreLabel', { flag: group.name, environment })}
          onClick={onRestore}
        >
          {t('restore')}
        </Button>
      )}
    </div>
  )
}

function Events({ group, onRevert }: Pick<GroupProps, 'group' | 'onRevert'>) {
  const [open, setOpen] = useState(false)
  const { events, changes, name } = group
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={open}
        aria-label={t('eventsOf', { count: changes, name })}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={14} stroke={1.5} />
        {t('events', { count: changes })}
      </UnstyledButton>
      {open && (
        <ul className={classes.events}>
          {events.map(({ id, createdAt, createdBy, environment, text, lines, reverts }) => (
            <li key={id}>
              <time dateTime={createdAt} title={formatMoment(createdAt)} className="num">
                {formatAge(createdAt)}
              </time>
              <span className={classes.sentence}>
                <b>{createdBy}</b> {text}
                {environment !== null && ` ${t('inEnvironment', { environment })}`}
                {lines.length > 0 && <span className="dim"> · {lines.join(' · ')}</span>}
              </span>
              {reverts === undefined ? (
                <span className="faint small">{t('cannotRevert')}</span>
              ) : (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('revertLabel', { id })}
                  onClick={() => onRevert(id)}
                >
                  {t('revert')}
                </Button>
              )}
            </li>
          ))}
          {changes > events.length && (
            <li className="faint small">{t('newest', { shown: events.length, count: changes })}</li>
          )}
        </ul>
      )}
    </>
  )
}
