import { ActionIcon, Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Review } from '../../../lib/api.ts'
import { formatPercent } from '../../../lib/format.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { Bar } from '../../../ui/Bar.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ReviewButton } from '../../../ui/ReviewButton.tsx'
import { useChangeRule } from '../rules/queries.ts'
import { bodyOf, rolloutOf, withRollout } from '../rules/rule.ts'
import { diffRules } from '../rules/ruleDiff.tsx'
import classes from './Card.module.css'
import { asDrafted } from './drafted.ts'
import { t } from './messages.ts'
import { withErrorToast } from './queries.ts'
import type { RuleRowProps } from './rowProps.ts'

type InlineProps = RuleRowProps & { share: number; strip: RefObject<HTMLDivElement | null> }

/** Edits the rollout in place: click, type, Enter. In production the change is shown before saving. */
export function InlineRollout(props: InlineProps) {
  const { place, environment, index, share: live, segments, drafted } = props
  const production = isProduction(environment.type)
  // The next change continues from the draft.
  const rule = asDrafted(props.rule, drafted)
  const share = rolloutOf(rule) ?? live
  const [value, setValue] = useState<string>()
  const confirm = useRef<HTMLButtonElement>(null)
  const figure = useRef<HTMLButtonElement>(null)
  const change = useChangeRule(place)
  const reviewFor = useReviews(place.project)
  const editing = value !== undefined
  const wasEditing = useRef(false)
  useEffect(() => {
    // Return the focus to where it came from.
    if (wasEditing.current && !editing) figure.current?.focus()
    wasEditing.current = editing
  }, [editing])

  const next = value !== undefined && /^\d+$/.test(value) && Number(value) <= 100 ? Number(value) : undefined
  const changed = next !== undefined && next !== share
  const { refusal, review } = reviewFor(environment, 'UPDATE_FEATURE_STRATEGY', {
    onlyLowers: changed && next < live && rule === props.rule,
  })
  const isCareful = production || review !== undefined
  const cancel = () => setValue(undefined)
  const save = async (way: Review | undefined = review && 'propose') => {
    if (!changed || change.isPending) return cancel()
    const said = t('done.rollout', {
      flag: place.flag,
      before: formatPercent(share),
      after: formatPercent(next),
      environment: environment.name,
    })
    const sent = change.mutateAsync({
      environment: environment.name,
      rule,
      change: { parameters: withRollout(rule, next) },
      production,
      said,
      review: way,
    })
    if (!isCareful) cancel()
    await withErrorToast(sent)
    cancel()
  }
  const abort = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
  }
  const key = (event: KeyboardEvent) => {
    abort(event)
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setValue(String(Math.min(100, Math.max(0, (next ?? share) + step * (event.shiftKey ? 10 : 1)))))
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (isCareful && changed && !(event.ctrlKey || event.metaKey)) confirm.current?.focus()
    else void save()
  }

  const names = { index: index + 1, environment: environment.name }
  if (!editing) {
    return (
      <span className={classes.share}>
        <Bar value={live} width={72} tone={rule.disabled ? 'var(--control)' : 'var(--accent-text)'} />
        <Refused why={refusal}>
          <UnstyledButton
            ref={figure}
            data-rollout
            className={classes.figure}
            aria-label={t('rule.change', { ...names, share: formatPercent(live) })}
            aria-disabled={refusal ? true : undefined}
            onClick={() => !refusal && setValue(String(share))}
          >
            {formatPercent(live)}
          </UnstyledButton>
        </Refused>
      </span>
    )
  }
  return (
    <span className={classes.share}>
      <TextInput
        className={classes.input ?? ''}
        aria-label={t('rule.rollout', names)}
        value={value}
        inputMode="numeric"
        maxLength={3}
        rightSection={<span className="faint small">{t('rule.percent')}</span>}
        rightSectionWidth={22}
        rightSectionPointerEvents="none"
        autoFocus
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setValue(event.currentTarget.value.replace(/\D/g, ''))}
        onKeyDown={key}
        error={value !== '' && next === undefined}
        disabled={change.isPending}
      />
      {!(isCareful && changed) && (
        <ActionIcon size={24} aria-label={t('rule.save')} onClick={() => void save()}>
          <IconCheck size={16} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon size={24} aria-label={t('rule.cancel')} onClick={cancel}>
        <IconX size={16} stroke={1.5} />
      </ActionIcon>
      {isCareful &&
        changed &&
        props.strip.current &&
        createPortal(
          <div className={classes.strip}>
            <Diff
              lines={diffRules(
                bodyOf(rule),
                bodyOf({ ...rule, parameters: withRollout(rule, next) }),
                segments,
              )}
            />
            <span className={classes.stripButtons}>
              <Button variant="default" onClick={cancel}>
                {t('rule.cancel')}
              </Button>
              {review ? (
                <ReviewButton
                  ref={confirm}
                  offer={review}
                  busy={change.isPending}
                  onKeyDown={abort}
                  onSave={(way) => void save(way)}
                />
              ) : (
                <Button
                  ref={confirm}
                  loading={change.isPending}
                  onClick={() => void save()}
                  onKeyDown={abort}
                >
                  {change.isPending
                    ? t('card.saving')
                    : t('rule.set', { share: formatPercent(next), environment: environment.name })}
                </Button>
              )}
            </span>
          </div>,
          props.strip.current,
        )}
    </span>
  )
}
