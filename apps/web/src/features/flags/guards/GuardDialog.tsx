import type { Guard } from '@flagstaff/contract/guards'
import { Autocomplete, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import type { ReviewOffer } from '../../../lib/reviews.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { draftOf, freeId, type GuardDraft, guardOf, newDraft } from './draft.ts'
import classes from './guards.module.css'
import { t } from './messages.ts'
import { type GuardPlace, guardSuggestions, useGuardChanges } from './queries.ts'

type GuardDialogProps = {
  at: GuardPlace
  /** Undefined for a new one. */
  edited: Guard | undefined
  taken: readonly string[]
  review: ReviewOffer | undefined
  onClose(): void
}

const SOURCES = ['outcomes', 'internal', 'external'] as const
const ACTIONS = ['back', 'pause', 'off'] as const

export const actionData = () => ACTIONS.map((value) => ({ value, label: t(`action.${value}`) }))

export function GuardDialog({ at, edited, taken, review, onClose }: GuardDialogProps) {
  const { save } = useGuardChanges(at)
  const [draft, setDraft] = useState<GuardDraft>(() => (edited ? draftOf(edited) : newDraft))
  const [tried, setTried] = useState(false)
  const edit = (change: Partial<GuardDraft>) => setDraft({ ...draft, ...change })
  const wrong =
    draft.metric.trim() === ''
      ? t('form.missing')
      : draft.source !== 'outcomes' && draft.base.trim() === ''
        ? t('form.noBase')
        : undefined
  return (
    <Confirm
      opened
      title={t(edited ? 'form.edit' : 'form.new')}
      label={t('form.save')}
      busy={save.isPending}
      error={tried && wrong !== undefined ? new Error(wrong) : save.error}
      review={review}
      onConfirm={(way) => {
        setTried(true)
        if (wrong !== undefined) return
        const id = edited?.id ?? freeId(taken)
        save.mutate({ id, guard: guardOf(draft, edited), review: way }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p>{t('form.text')}</p>
      <GuardFields at={at} draft={draft} edit={edit} />
      {edited && <p className="faint small">{t('form.reset')}</p>}
    </Confirm>
  )
}

type FieldsProps = { at: GuardPlace; draft: GuardDraft; edit(change: Partial<GuardDraft>): void }

function GuardFields({ at, draft, edit }: FieldsProps) {
  const { data } = useQuery(guardSuggestions(at.place, at.environment))
  const isMetric = draft.source !== 'outcomes'
  return (
    <div className={classes.fields}>
      <Select
        label={t('form.source')}
        data={SOURCES.map((value) => ({ value, label: t(`form.source.${value}`) }))}
        value={draft.source}
        allowDeselect={false}
        onChange={(source) => source && edit({ source })}
      />
      <Autocomplete
        label={t('form.metric')}
        description={t('form.metricHint')}
        data={isMetric ? [] : choicesOf({ data: data?.outcomes }).map(({ metric }) => metric)}
        value={draft.metric}
        maxLength={200}
        onChange={(metric) => edit({ metric })}
        // Otherwise the list covers the next field as soon as the dialog opens.
        openOnFocus={false}
        data-autofocus
      />
      {isMetric && (
        <>
          <TextInput
            label={t('form.base')}
            description={t('form.baseHint')}
            value={draft.base}
            maxLength={200}
            onChange={(event) => edit({ base: event.currentTarget.value })}
          />
          <TextInput
            label={t('form.label')}
            description={t('form.labelHint')}
            value={draft.label}
            maxLength={200}
            onChange={(event) => edit({ label: event.currentTarget.value })}
          />
          <TextInput
            label={t('form.offValue')}
            description={t('form.offHint')}
            value={draft.offValue}
            maxLength={200}
            onChange={(event) => edit({ offValue: event.currentTarget.value })}
          />
        </>
      )}
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        value={draft.name}
        maxLength={100}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <fieldset className={classes.choice}>
        <legend>{t('form.worse')}</legend>
        <SegmentedControl
          aria-label={t('form.worse')}
          data={[
            { value: 'higher', label: t('form.higher') },
            { value: 'lower', label: t('form.lower') },
          ]}
          value={draft.worse}
          onChange={(worse) => edit({ worse: worse === 'lower' ? 'lower' : 'higher' })}
        />
      </fieldset>
      <NumberInput
        label={t('form.tolerance')}
        description={t('form.toleranceHint')}
        value={draft.tolerance}
        min={1}
        max={4}
        step={0.25}
        onChange={(tolerance) => edit({ tolerance })}
      />
      <Select
        label={t('form.action')}
        data={actionData()}
        value={draft.action}
        allowDeselect={false}
        onChange={(action) => action && edit({ action })}
      />
    </div>
  )
}
