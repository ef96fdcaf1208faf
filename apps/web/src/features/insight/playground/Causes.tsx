import type { Event } from '@flagstaff/contract/events'
import type { PlaygroundCause, PlaygroundChange } from '@flagstaff/contract/playground'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { formatMoment } from '../../../lib/format.ts'
import { sentence } from '../../setup/constraints/index.ts'
import { EventDiff, Sentence } from '../events/index.ts'
import classes from './Causes.module.css'
import { t } from './messages.ts'
import { Mark, Pill } from './Pill.tsx'
import { changeOf, eventsById } from './queries.ts'
import type { Change, PlaySearch } from './search.ts'
import { stateOfOutcome } from './words.ts'

type CausesProps = { change: PlaygroundChange; search: PlaySearch; onChange: Change }

/** The current result, and the changes that caused it. */
export function Causes({ change, search, onChange }: CausesProps) {
  const { now } = change
  const chosen = { flag: change.name, environment: change.environment, context: change.context }
  const alone = useQuery({ ...changeOf(chosen, search), enabled: !change.causes })
  const causes = change.causes ?? alone.data?.causes
  const ids = (causes ?? []).flatMap(({ events }) => events.map(({ id }) => id))
  const events = choicesOf(useQuery({ ...eventsById(ids), enabled: ids.length > 0 }))
  return (
    <section className={classes.box} aria-label={t('causes.title')}>
      <p className={classes.now}>
        <Mark label={t('differs.said')} />
        <b>{t('causes.now')}</b> <Outcome outcome={now} />
      </p>
      {!causes && !alone.isFetching && <p className="dim">{t('causes.unknown')}</p>}
      {causes?.length === 0 && <p className="dim">{t('causes.time')}</p>}
      {causes && causes.length > 0 && (
        <ol className={classes.list}>
          {causes.map((cause) => (
            <Turn key={cause.revision} cause={cause} events={events} onChange={onChange} />
          ))}
        </ol>
      )}
    </section>
  )
}

type TurnProps = { cause: PlaygroundCause; events: readonly Event[]; onChange: Change }

function Turn({ cause: { revision, createdAt, outcome, events: named }, events, onChange }: TurnProps) {
  const [open, setOpen] = useState(false)
  const known = events.filter(({ id }) => named.some((one) => one.id === id))
  return (
    <li className={classes.turn}>
      <Outcome outcome={outcome} />
      <div className={classes.words}>
        {known.map((event) => (
          <p key={event.id}>
            <b>{event.createdBy}</b> <Sentence event={event} />
          </p>
        ))}
        {named.length === 0 && <p>{t('causes.hidden')}</p>}
        <p className="faint small num">
          {t('causes.revision', { revision })}, {formatMoment(createdAt)}
        </p>
        {open && known.map((event) => <EventDiff key={event.id} event={event} />)}
      </div>
      <span className={classes.ways}>
        {known.length > 0 && (
          <UnstyledButton className="link small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'causes.hide' : 'causes.diff')}
          </UnstyledButton>
        )}
        <UnstyledButton className="link small" onClick={() => onChange({ revision, at: undefined })}>
          {t('causes.look')}
        </UnstyledButton>
      </span>
    </li>
  )
}

function Outcome({ outcome }: { outcome: PlaygroundChange['now'] }) {
  return (
    <span className={classes.outcome}>
      <Pill state={stateOfOutcome(outcome)} />
      {outcome?.variant && <code className={sentence.value}>{outcome.variant}</code>}
    </span>
  )
}
