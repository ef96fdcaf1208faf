import type { GuardSuggestions, SetGuard } from '@flagstaff/contract/guards'
import { Button, Checkbox, Modal, NumberInput, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Review } from '../../../lib/api.ts'
import { formatAge, formatPercent } from '../../../lib/format.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { t as shared } from '../../../messages/en.ts'
import { Loaded } from '../../../ui/Loaded.tsx'
import { ReviewButton } from '../../../ui/ReviewButton.tsx'
import type { FlagEnvironment, Place } from '../page/queries.ts'
import { rolloutOf } from '../rules/rule.ts'
import { copyOf, readSteps } from './draft.ts'
import { actionData } from './GuardDialog.tsx'
import classes from './guards.module.css'
import { t } from './messages.ts'
import { guardSuggestions, useRamp } from './queries.ts'

type RampDialogProps = {
  place: Place
  environment: FlagEnvironment
  /** The rule that is raised, if it was chosen before. */
  rule?: string | undefined
  onClose(): void
}

const NEW_RULE = ''

/** Starts a rollout that goes up step by step and stops itself. */
export function RampDialog(props: RampDialogProps) {
  const { place, environment, onClose } = props
  const suggestions = useQuery(guardSuggestions(place, environment.name))
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('ramp.title', { environment: environment.name })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <Loaded query={suggestions} name={t('guards.title')}>
        {(data) => <RampForm {...props} candidates={candidatesOf(data)} />}
      </Loaded>
    </Modal>
  )
}

type Candidate = { guard: SetGuard; name: string; hint: string; chosen: boolean }

/** Guards that the project used before are chosen; other outcomes of the flag are offered. */
function candidatesOf({ outcomes, guards }: GuardSuggestions): Candidate[] {
  const known = guards.slice(0, 5).map((guard) => ({
    guard: copyOf(guard),
    name: guard.name,
    hint: t('ramp.known'),
    chosen: true,
  }))
  const names = new Set(guards.map(({ metric }) => metric))
  const others = outcomes
    .filter(({ metric }) => !names.has(metric))
    .map(({ metric, seenAt }) => ({
      guard: { source: 'outcomes' as const, metric },
      name: metric,
      hint: t('ramp.seen', { age: formatAge(seenAt) }),
      chosen: known.length === 0,
    }))
  return [...known, ...others.slice(0, 5)]
}

function RampForm(props: RampDialogProps & { candidates: readonly Candidate[] }) {
  const { place, environment, candidates, onClose } = props
  const rollouts = (environment.strategies ?? []).flatMap((one, index) => {
    const share = rolloutOf(one)
    return share === undefined ? [] : [{ id: one.id ?? '', number: index + 1, title: one.title, share }]
  })
  const [rule, setRule] = useState(props.rule ?? rollouts[0]?.id ?? NEW_RULE)
  const [text, setText] = useState('1, 5, 25, 50, 100')
  const [minutes, setMinutes] = useState<number | string>(120)
  const [action, setAction] = useState<'back' | 'pause' | 'off'>('back')
  const [chosen, setChosen] = useState(() => candidates.flatMap(({ name, chosen }) => (chosen ? [name] : [])))
  const [orWhenSafe, setOrWhenSafe] = useState(false)
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useRamp(place, environment.name)
  const { review } = useReviews(place.project)(environment, 'CREATE_FEATURE_STRATEGY')
  const steps = readSteps(text)
  const [first] = steps ?? []
  const current = environment.enabled ? rollouts.find(({ id }) => id === rule)?.share : undefined
  const wholeMinutes = Number(minutes)
  const isTime = Number.isInteger(wholeMinutes) && wholeMinutes >= 1 && wholeMinutes <= 525_600
  const save = (way?: Review) => {
    setTried(true)
    if (!steps || !isTime) return
    const guards = candidates.flatMap(({ name, guard }) => (chosen.includes(name) ? [guard] : []))
    const ramp = { steps, minimumMinutes: wholeMinutes, orWhenSafe, guards, onRegression: action }
    const strategy = rule === NEW_RULE ? {} : { strategyId: rule }
    mutate({ ramp: { ...ramp, ...strategy }, review: way }, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(review && 'propose')
  }
  return (
    <form onSubmit={submit} noValidate className={classes.fields}>
      <p className="dim">{t('ramp.text')}</p>
      {rollouts.length > 0 && (
        <Select
          label={t('ramp.rule')}
          data={[
            ...rollouts.map(({ id, number, title, share }) => ({
              value: id,
              label: title
                ? t('ramp.ruleTitle', { number, title })
                : t('ramp.ruleNumber', { number, share: formatPercent(share) }),
            })),
            { value: NEW_RULE, label: t('ramp.newRule') },
          ]}
          value={rule}
          allowDeselect={false}
          onChange={(value) => setRule(value ?? NEW_RULE)}
        />
      )}
      <TextInput
        label={t('ramp.steps')}
        description={t('ramp.stepsHint')}
        value={text}
        error={tried && !steps ? t('ramp.wrongSteps') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <NumberInput
        label={t('ramp.minutes')}
        value={minutes}
        min={1}
        error={tried && !isTime ? t('ramp.wrongMinutes') : undefined}
        onChange={setMinutes}
      />
      <Checkbox
        label={t('ramp.early')}
        checked={orWhenSafe}
        onChange={(event) => setOrWhenSafe(event.currentTarget.checked)}
      />
      <Checkbox.Group label={t('ramp.guards')} value={chosen} onChange={setChosen}>
        <div className={classes.candidates}>
          {candidates.map(({ name, hint }) => (
            <Checkbox key={name} value={name} label={name} description={hint} />
          ))}
        </div>
      </Checkbox.Group>
      {chosen.length === 0 && (
        <p className={classes.note}>
          {candidates.length === 0 && `${t('ramp.noSuggestions')} `}
          {t('ramp.noGuards')}
        </p>
      )}
      <Select
        label={t('ramp.action')}
        data={actionData()}
        value={action}
        allowDeselect={false}
        onChange={(value) => value && setAction(value)}
      />
      {first !== undefined && current !== undefined && first < current ? (
        <p className={classes.note}>
          {t('ramp.less', { now: formatPercent(current), share: formatPercent(first) })}
        </p>
      ) : (
        <p className="small">
          {environment.enabled
            ? t('ramp.on', { share: formatPercent(first ?? 0) })
            : t('ramp.off', { environment: environment.name })}
        </p>
      )}
      {error && (
        <p className={classes.problem} role="alert">
          {error.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        {review ? (
          <ReviewButton type="submit" offer={review} busy={isPending} onSave={save} />
        ) : (
          <Button type="submit" loading={isPending}>
            {t('ramp.start')}
          </Button>
        )}
      </div>
    </form>
  )
}
