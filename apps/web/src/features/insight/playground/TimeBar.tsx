import type { Event } from '@flagstaff/contract/events'
import type { PlaygroundMoment } from '@flagstaff/contract/playground'
import { ActionIcon, Button, Popover, Slider, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconHistory, IconPlayerSkipForward } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { environmentList } from '../../../lib/session.ts'
import { isProduction } from '../../../ui/Environment.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Sentence } from '../events/index.ts'
import { t } from './messages.ts'
import { changeTicks } from './queries.ts'
import { type Change, isPast, type PlaySearch } from './search.ts'
import classes from './TimeBar.module.css'
import { daysOf, momentWords, placeBefore, placeOf } from './ticks.ts'

type TimeBarProps = { search: PlaySearch; asOf: PlaygroundMoment | undefined; onChange: Change }

const now = { revision: undefined, at: undefined } as const

/** A timeline of changes. Every change is one step, whatever the time between them. */
export function TimeBar({ search, asOf, onChange }: TimeBarProps) {
  const changes = useQuery(changeTicks(search.projects))
  const ticks = choicesOf(changes)
  const { data: environments } = useSuspenseQuery(environmentList)
  const [dragged, setDragged] = useState<number>()
  const place = dragged ?? placeOf(ticks, search)
  const tick = ticks[place]
  const hot = new Set(environments.filter(({ type }) => isProduction(type)).map(({ name }) => name))
  const go = (index: number) => {
    setDragged(undefined)
    const chosen = ticks[index]
    onChange(chosen ? { revision: chosen.id, at: undefined } : now)
  }
  return (
    <section className={classes.bar} aria-label={t('time.label')}>
      <IconHistory size={16} stroke={1.5} className={classes.icon} aria-hidden="true" />
      <When search={search} asOf={asOf} onChange={onChange} />
      {ticks.length > 0 ? (
        <>
          <ActionIcon
            aria-label={t('time.before')}
            disabled={place <= 0 || ticks.length < 2}
            onClick={() => go(placeBefore(place, ticks.length))}
          >
            <IconChevronLeft size={16} stroke={1.5} />
          </ActionIcon>
          <div className={classes.track}>
            <Ticks ticks={ticks} hot={hot} />
            <Slider
              value={place}
              onChange={setDragged}
              onChangeEnd={go}
              min={0}
              max={ticks.length}
              size={2}
              thumbSize={16}
              label={null}
              thumbLabel={t('time.label')}
              thumbValueText={tick ? momentWords(tick.createdAt, tick.id) : t('time.now')}
            />
            <Days ticks={ticks} />
          </div>
          <ActionIcon
            aria-label={t('time.after')}
            disabled={place >= ticks.length}
            onClick={() => go(place + 1)}
          >
            <IconChevronRight size={16} stroke={1.5} />
          </ActionIcon>
        </>
      ) : (
        <Loaded query={changes} name={t('time.changes')} loading={null}>
          {() => <span className="faint">{t('time.none')}</span>}
        </Loaded>
      )}
      {tick && <Last event={tick} />}
      {isPast(search) && (
        <Button
          variant="default"
          className={classes.now ?? ''}
          leftSection={<IconPlayerSkipForward size={14} stroke={1.75} />}
          aria-label={t('time.back')}
          onClick={() => onChange(now)}
        >
          {t('time.now')}
        </Button>
      )}
    </section>
  )
}

/** The selected time, with an input for any other. */
function When({ search, asOf, onChange }: TimeBarProps) {
  const [opened, setOpened] = useState(false)
  const past = isPast(search)
  const [typed, setTyped] = useState('')
  const read = typed === '' ? Number.NaN : Date.parse(typed)
  const go = () => {
    if (Number.isNaN(read)) return
    onChange({ at: new Date(read).toISOString(), revision: undefined })
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.when}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <b>{past ? t('time.asOf', { moment: asOf ? formatMoment(asOf.at) : '…' }) : t('time.now')}</b>
          <span className="num">
            {past && asOf ? t('time.revision', { revision: asOf.revision }) : t('time.pick')}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('time.pick')}>
        <form
          className={classes.pick}
          onSubmit={(event) => {
            event.preventDefault()
            go()
          }}
        >
          <TextInput
            type="datetime-local"
            label={t('time.at')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit">{t('time.go')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

const share = (index: number, count: number) => `${(100 * index) / count}%`

function Ticks({ ticks, hot }: { ticks: readonly Event[]; hot: ReadonlySet<string> }) {
  return (
    <div className={classes.ticks} aria-hidden="true">
      {ticks.map(({ id, environment }, index) => (
        <i
          key={id}
          style={{ left: share(index, ticks.length) }}
          data-hot={(environment && hot.has(environment)) || undefined}
        />
      ))}
    </div>
  )
}

function Days({ ticks }: { ticks: readonly Event[] }) {
  return (
    <div className={classes.days} aria-hidden="true">
      {daysOf(ticks.map(({ createdAt }) => createdAt)).map(({ index, label }) => (
        <span key={index} style={{ left: share(index, ticks.length) }}>
          {label}
        </span>
      ))}
      <span style={{ left: '100%' }}>{t('time.now')}</span>
    </div>
  )
}

/** The last change before the selected time. */
function Last({ event }: { event: Event }) {
  return (
    <div className={classes.last}>
      <span>
        <Sentence event={event} />
      </span>
      <span className="faint small">
        {event.createdBy}, {formatAge(event.createdAt)}
      </span>
    </div>
  )
}
