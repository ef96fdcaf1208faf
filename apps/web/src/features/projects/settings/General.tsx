import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/draft.ts'
import { useCan } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { MergeBar } from '../../../ui/MergeBar.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { ModeField, NamingFields, StickinessField } from '../fields.tsx'
import { t } from '../messages.ts'
import { useSaveProject, useSaveProjectSettings } from '../queries.ts'
import { Danger } from './Danger.tsx'
import type { PlaceProps } from './place.ts'
import classes from './settings.module.css'

export function General({ id, project }: PlaceProps) {
  return (
    <>
      <h1 className={classes.title}>{t('settings.general')}</h1>
      <Basics id={id} project={project} />
      <NamesOfFlags id={id} project={project} />
      <Danger id={id} project={project} />
    </>
  )
}

const writing = ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'] as const

function useProblem() {
  const [problem, setProblem] = useState<string>()
  return {
    problem,
    clear: () => setProblem(undefined),
    show: (error: unknown) => setProblem(error instanceof ApiError ? error.message : shared('state.failed')),
  }
}

function Basics({ id, project }: PlaceProps) {
  const refusal = useCan(writing, { project: id })
  const save = useSaveProject()
  const { problem, clear, show } = useProblem()
  const form = useDraft(
    {
      name: project.name,
      description: project.description ?? '',
      mode: project.mode ?? 'open',
      defaultStickiness: project.defaultStickiness ?? 'default',
      featureLimit: project.featureLimit ?? null,
    },
    project.objectVersion,
  )
  const { draft, edit: set } = form
  const words = {
    name: t('create.name'),
    description: t('create.description'),
    mode: t('settings.visibility'),
    defaultStickiness: t('create.stickiness'),
    featureLimit: t('settings.limit'),
  }
  const submit = () => {
    clear()
    save.mutate({ id, version: form.version, ...draft }, { onError: show })
  }
  return (
    <SettingsCard
      title={t('settings.identity')}
      changes={form.edited.map((key) => words[key])}
      problem={problem}
      refusal={refusal}
      busy={save.isPending}
      onSave={submit}
      onReset={form.reset}
    >
      {form.changedUnderneath && (
        <MergeBar name={project.name} onTheirs={form.takeTheirs} onMine={form.keepMine} />
      )}
      <TextInput
        label={words.name}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        required
      />
      <TextInput
        label={words.description}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <fieldset className={classes.fieldset}>
        <legend>{words.mode}</legend>
        <ModeField value={draft.mode} onChange={(mode) => set({ mode })} />
      </fieldset>
      <StickinessField
        value={draft.defaultStickiness}
        onChange={(defaultStickiness) => set({ defaultStickiness })}
      />
      <NumberInput
        label={words.featureLimit}
        description={t('settings.limitHint')}
        value={draft.featureLimit ?? ''}
        min={0}
        allowDecimal={false}
        hideControls
        classNames={{ input: classes.number ?? '' }}
        onChange={(value) => set({ featureLimit: typeof value === 'number' ? value : null })}
      />
    </SettingsCard>
  )
}

function NamesOfFlags({ id, project }: PlaceProps) {
  const refusal = useCan(writing, { project: id })
  const save = useSaveProjectSettings()
  const { problem, clear, show } = useProblem()
  const { pattern, example, description } = project.featureNaming ?? { pattern: null }
  const form = useDraft(
    { pattern: pattern ?? '', example: example ?? '', description: description ?? '' },
    project.objectVersion,
  )
  const words = {
    pattern: t('create.pattern'),
    example: t('create.example'),
    description: t('create.patternDescription'),
  }
  const submit = () => {
    clear()
    const featureNaming = {
      pattern: form.draft.pattern || null,
      example: form.draft.example || null,
      description: form.draft.description || null,
    }
    save.mutate(
      { id, name: project.name, version: form.version, settings: { featureNaming } },
      { onError: show },
    )
  }
  return (
    <SettingsCard
      title={t('settings.naming')}
      text={t('create.namingHint')}
      changes={form.edited.map((key) => words[key])}
      problem={problem}
      refusal={refusal}
      busy={save.isPending}
      onSave={submit}
      onReset={form.reset}
    >
      {form.changedUnderneath && (
        <MergeBar name={project.name} onTheirs={form.takeTheirs} onMine={form.keepMine} />
      )}
      <NamingFields value={form.draft} onChange={form.edit} />
    </SettingsCard>
  )
}
