import { NumberInput, TextInput } from '@mantine/core'
import { useEditor } from '../../../../lib/editor.ts'
import { useCan } from '../../../../lib/session.ts'
import { EditorCard } from '../../../../ui/Settings.tsx'
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

function Basics({ id, project }: PlaceProps) {
  const refusal = useCan(writing, { project: id })
  const save = useSaveProject()
  const editor = useEditor({
    start: {
      name: project.name,
      description: project.description ?? '',
      mode: project.mode ?? 'open',
      defaultStickiness: project.defaultStickiness ?? 'default',
      featureLimit: project.featureLimit ?? null,
    },
    version: project.objectVersion,
    ignoreOtherFields: true,
    save: (draft, version) => save.mutateAsync({ id, version, ...draft }),
  })
  const { draft, edit } = editor
  const words = {
    name: t('create.name'),
    description: t('create.description'),
    mode: t('settings.visibility'),
    defaultStickiness: t('create.stickiness'),
    featureLimit: t('settings.limit'),
  }
  return (
    <EditorCard
      editor={editor}
      title={t('settings.identity')}
      name={project.name}
      changes={editor.edited.map((key) => words[key])}
      refusal={refusal}
    >
      <TextInput
        label={words.name}
        value={draft.name}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        required
      />
      <TextInput
        label={words.description}
        value={draft.description}
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
      <fieldset className={classes.fieldset}>
        <legend>{words.mode}</legend>
        <ModeField value={draft.mode} onChange={(mode) => edit({ mode })} />
      </fieldset>
      <StickinessField
        value={draft.defaultStickiness}
        onChange={(defaultStickiness) => edit({ defaultStickiness })}
      />
      <NumberInput
        label={words.featureLimit}
        description={t('settings.limitHint')}
        value={draft.featureLimit ?? ''}
        min={0}
        allowDecimal={false}
        hideControls
        classNames={{ input: classes.number ?? '' }}
        onChange={(value) => edit({ featureLimit: typeof value === 'number' ? value : null })}
      />
    </EditorCard>
  )
}

function NamesOfFlags({ id, project }: PlaceProps) {
  const refusal = useCan(writing, { project: id })
  const save = useSaveProjectSettings()
  const { pattern, example, description } = project.featureNaming ?? { pattern: null }
  const editor = useEditor({
    start: { pattern: pattern ?? '', example: example ?? '', description: description ?? '' },
    version: project.objectVersion,
    ignoreOtherFields: true,
    save: (draft, version) => {
      const featureNaming = {
        pattern: draft.pattern || null,
        example: draft.example || null,
        description: draft.description || null,
      }
      return save.mutateAsync({ id, name: project.name, version, settings: { featureNaming } })
    },
  })
  const words = {
    pattern: t('create.pattern'),
    example: t('create.example'),
    description: t('create.patternDescription'),
  }
  return (
    <EditorCard
      editor={editor}
      title={t('settings.naming')}
      text={t('create.namingHint')}
      name={project.name}
      changes={editor.edited.map((key) => words[key])}
      refusal={refusal}
    >
      <NamingFields value={editor.draft} onChange={editor.edit} />
    </EditorCard>
  )
}
