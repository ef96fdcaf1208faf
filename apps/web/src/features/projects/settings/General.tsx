import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
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

/** A draft beside what is stored; when that moves on underneath, nothing is overwritten unasked. */
function useDraft<T extends object>(stored: T, version: number | undefined) {
  const [base, setBase] = useState({ stored, version })
  const [draft, setDraft] = useState(stored)
  const changed = (Object.keys(draft) as (keyof T)[]).filter(
    (key) => JSON.stringify(draft[key]) !== JSON.stringify(base.stored[key]),
  )
  const moved = version !== base.version
  // Nothing was typed: simply show what is there now.
  if (moved && changed.length === 0) {
    setBase({ stored, version })
    setDraft(stored)
  }
  return {
    draft,
    set: (part: Partial<T>) => setDraft({ ...draft, ...part }),
    changed,
    version: base.version,
    moved: moved && changed.length > 0,
    reset: () => {
      setBase({ stored, version })
      setDraft(stored)
    },
    keep: () => setBase({ stored, version }),
  }
}

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
  const { draft, set } = form
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
      changes={form.changed.map((key) => words[key])}
      problem={problem}
      refusal={refusal}
      busy={save.isPending}
      onSave={submit}
      onReset={form.reset}
    >
      {form.moved && <MergeBar name={project.name} onTheirs={form.reset} onMine={form.keep} />}
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
      changes={form.changed.map((key) => words[key])}
      problem={problem}
      refusal={refusal}
      busy={save.isPending}
      onSave={submit}
      onReset={form.reset}
    >
      {form.moved && <MergeBar name={project.name} onTheirs={form.reset} onMine={form.keep} />}
      <NamingFields value={form.draft} onChange={form.set} />
    </SettingsCard>
  )
}
