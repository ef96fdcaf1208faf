import type { ImpactMetricsConfig } from '@flagstaff/contract/impact'
import { Modal, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useEditor } from '../../../lib/editor.ts'
import { t as shared } from '../../../messages/en.ts'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { ChartView } from './ChartView.tsx'
import { type Draft, draftOf, inputOf, newDraft } from './draft.ts'
import classes from './impact.module.css'
import { LabelFields } from './LabelFields.tsx'
import { MetricFields } from './MetricFields.tsx'
import { t } from './messages.ts'
import { type ChartPlace, useSaveChart } from './queries.ts'

type ChartFormProps = {
  place: ChartPlace
  /** Undefined for a new chart. */
  edited: ImpactMetricsConfig | undefined
  onClose(): void
}

export function ChartDialog({ opened, ...props }: ChartFormProps & { opened: boolean }) {
  const isNarrow = useMediaQuery('(max-width: 767px)') ?? false
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t(props.edited ? 'form.edit' : 'form.new')}
      size={880}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <ChartForm {...props} />
    </Modal>
  )
}

const PREVIEW_DELAY_MS = 300

function ChartForm({ place, edited, onClose }: ChartFormProps) {
  const save = useSaveChart(place)
  const [start] = useState(() => (edited ? draftOf(edited) : newDraft))
  const editor = useEditor({
    start,
    check: ({ metric }) => (metric === '' ? t('form.metricMissing') : undefined),
    save: (now) => save.mutateAsync(inputOf(now, edited?.id)),
  })
  const { draft, problem, busy, submit } = editor
  const edit = (change: Partial<Draft>) => {
    editor.clearProblem()
    editor.edit(change)
  }
  const [shown] = useDebouncedValue(draft, PREVIEW_DELAY_MS)
  const { id: _id, title: _title, yAxisMin: _axis, ...chart } = inputOf(shown, undefined)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit()) onClose()
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className={classes.form} noValidate>
      <div className={classes.columns}>
        <div className={classes.fields}>
          <MetricFields draft={draft} edit={edit} />
          <TextInput
            label={t('form.title')}
            description={t('form.titleHint')}
            value={draft.title}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => edit({ title: event.currentTarget.value })}
          />
          <Switch
            label={t('form.zero')}
            checked={draft.fromZero}
            onChange={(event) => edit({ fromZero: event.currentTarget.checked })}
          />
        </div>
        <div className={classes.fields}>
          <section className={classes.preview} aria-label={t('form.preview')}>
            <h3>{t('form.preview')}</h3>
            {shown.metric === '' ? (
              <p className="dim small">{t('form.previewEmpty')}</p>
            ) : (
              <ChartView title={t('form.preview')} chart={chart} fromZero={draft.fromZero} mode="edit" />
            )}
          </section>
          {shown.metric !== '' && <LabelFields chart={chart} draft={draft} edit={edit} />}
        </div>
      </div>
      <DialogEnd
        problem={problem}
        label={t(edited ? 'form.save' : 'form.create')}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}
