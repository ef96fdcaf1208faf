import type { WatchedGuard } from '@flagstaff/contract/guards'
import type { ReleasePlan } from '@flagstaff/contract/release-plans'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPlus, IconShield, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { formatAge } from '../../../lib/format.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import type { FlagEnvironment, Place } from '../page/queries.ts'
import { BandLine, times } from './BandChart.tsx'
import { byUrgency, stateOf } from './band.ts'
import { Conditions } from './Conditions.tsx'
import { GuardDetail, rateOf } from './GuardDetail.tsx'
import { GuardDialog } from './GuardDialog.tsx'
import classes from './guards.module.css'
import { t } from './messages.ts'
import { type GuardPlace, planGuards, useGuardChanges } from './queries.ts'

type GuardsProps = { place: Place; environment: FlagEnvironment; plan: ReleasePlan; now: number }

/** What watches a rollout. */
export function Guards({ place, environment, plan, now }: GuardsProps) {
  const at = { place, environment: environment.name, plan: plan.id }
  const query = useQuery(planGuards(at))
  const [asked, setAsked] = useState<{ edit?: WatchedGuard; remove?: WatchedGuard }>()
  const { refusal, review } = useReviews(place.project)(environment, 'UPDATE_FEATURE_STRATEGY')
  return (
    <section className={classes.part} aria-label={t('guards.title')}>
      <header className={classes.head}>
        <IconShield size={16} stroke={1.5} aria-hidden="true" />
        <b>{t('guards.title')}</b>
        <span className="faint small">{t('guards.text')}</span>
        {query.data && (
          <Refused why={refusal}>
            <Button
              variant="default"
              size="xs"
              className={classes.add ?? ''}
              aria-disabled={refusal ? true : undefined}
              aria-label={t('guards.addIn', { environment: environment.name })}
              leftSection={<IconPlus size={14} stroke={2} />}
              onClick={() => !refusal && setAsked({})}
            >
              {t('guards.add')}
            </Button>
          </Refused>
        )}
      </header>
      <Loaded query={query} name={t('guards.title')}>
        {(data) => (
          <GuardList
            at={at}
            guards={byUrgency(data)}
            plan={plan}
            now={now}
            refusal={refusal}
            onEdit={(edit) => setAsked({ edit })}
            onRemove={(remove) => setAsked({ remove })}
          />
        )}
      </Loaded>
      {asked?.remove && (
        <RemoveDialog at={at} guard={asked.remove} review={review} onClose={() => setAsked(undefined)} />
      )}
      {asked && !asked.remove && (
        <GuardDialog
          at={at}
          edited={asked.edit}
          taken={choicesOf(query).map(({ id }) => id)}
          review={review}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

type GuardListProps = {
  at: GuardPlace
  guards: readonly WatchedGuard[]
  plan: ReleasePlan
  now: number
  refusal: LineProps['refusal']
  onEdit(guard: WatchedGuard): void
  onRemove(guard: WatchedGuard): void
}

/** One guard as a chart, all as lines, and what the next step waits for. */
function GuardList({ at, guards, plan, now, refusal, onEdit, onRemove }: GuardListProps) {
  const [drawn, setDrawn] = useState<string>()
  const chosen = guards.find(({ id }) => id === drawn) ?? guards[0]
  if (!chosen) return <p className={`${classes.none} faint small`}>{t('guards.none')}</p>
  const isWaiting = plan.milestones.some(
    ({ id, targetMilestone }) => id === plan.activeMilestoneId && targetMilestone,
  )
  return (
    <>
      <GuardDetail at={at} guard={chosen} />
      <ul className={classes.lines}>
        {guards.map((guard) => (
          <Line
            key={guard.id}
            guard={guard}
            now={now}
            isDrawn={guard === chosen}
            refusal={refusal}
            onDraw={() => setDrawn(guard.id)}
            onEdit={() => onEdit(guard)}
            onRemove={() => onRemove(guard)}
          />
        ))}
      </ul>
      {isWaiting && <Conditions plan={plan} guards={guards} now={now} />}
    </>
  )
}

type LineProps = {
  guard: WatchedGuard
  now: number
  isDrawn: boolean
  refusal: ReturnType<ReturnType<typeof useReviews>>['refusal']
  onDraw(): void
  onEdit(): void
  onRemove(): void
}

function Line({ guard, now, isDrawn, refusal, onDraw, onEdit, onRemove }: LineProps) {
  const { name, enabled, disabled, low, high, ratio, tolerance, worse, lastDataAt } = guard
  const state = stateOf(guard)
  const limit = times(tolerance)
  return (
    <li>
      <button
        type="button"
        className={classes.draw}
        aria-pressed={isDrawn}
        aria-label={t('guards.draw', { name })}
        onClick={onDraw}
      >
        {name}
      </button>
      <span className="num">{t('figure.pair', { on: rateOf(enabled), off: rateOf(disabled) })}</span>
      <BandLine low={low} high={high} ratio={ratio} limit={tolerance} />
      <span className="dim small num">
        {state === 'noData'
          ? lastDataAt
            ? t('line.silent', { age: formatAge(lastDataAt, now) })
            : t('line.never')
          : t(worse === 'lower' ? 'line.lower' : 'line.outcomes', { limit })}
      </span>
      <span className={classes.chip} data-state={state}>
        {t(`state.${state}`)}
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('guards.menu', { name })}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuAction why={refusal} icon={<IconPencil size={14} stroke={1.75} />} onClick={onEdit}>
            {t('guards.change')}
          </MenuAction>
          <MenuAction danger why={refusal} icon={<IconTrash size={14} stroke={1.75} />} onClick={onRemove}>
            {t('guards.delete')}
          </MenuAction>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

type RemoveDialogProps = {
  at: GuardPlace
  guard: WatchedGuard
  review: ReturnType<ReturnType<typeof useReviews>>['review']
  onClose(): void
}

function RemoveDialog({ at, guard, review, onClose }: RemoveDialogProps) {
  const { remove } = useGuardChanges(at)
  return (
    <Confirm
      opened
      danger
      title={t('delete.title')}
      label={t('guards.delete')}
      busy={remove.isPending}
      error={remove.error}
      review={review}
      onConfirm={(way) => remove.mutate({ id: guard.id, review: way }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('delete.text', { name: guard.name })}</p>
    </Confirm>
  )
}
