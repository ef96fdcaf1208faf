import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { environmentList, useCan } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toasts.ts'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { LimitNote } from '../../../ui/LimitNote.tsx'
import { EnvironmentsField, ModeField, type Naming, NamingFields, StickinessField } from './fields.tsx'
import { t } from './messages.ts'
import { projectIdCheck, useCreateProject, useSaveProjectSettings } from './queries.ts'
import { useProjectRoom } from './room.ts'
import { slugOf } from './slug.ts'

const noNaming: Naming = { pattern: '', example: '', description: '' }

export function NewProject() {
  usePage([{ label: t('projects.title'), to: '/projects' }, { label: t('projects.new') }])
  const { data: environments } = useSuspenseQuery(environmentList)
  const start = {
    name: '',
    id: undefined as string | undefined,
    description: '',
    mode: 'open' as 'open' | 'protected' | 'private',
    environments: environments.filter(({ enabled }) => enabled).map(({ name }) => name),
    stickiness: 'default',
    naming: noNaming,
  }
  const create = useCreateProject()
  const settings = useSaveProjectSettings()
  const navigate = useNavigate()
  const room = useProjectRoom()
  const refusal = useCan('CREATE_PROJECT')
  const editor = useEditor({
    start,
    check: (): false | undefined => (Object.values(faults).some(Boolean) ? false : undefined),
    save: async ({ name, description, mode, stickiness, naming, environments: chosen }) => {
      await create.mutateAsync({
        name,
        id,
        mode,
        defaultStickiness: stickiness,
        environments: chosen,
        ...(description ? { description } : {}),
      })
      if (!naming.pattern) return
      // The project is already created, so report if saving its settings fails.
      await settings
        .mutateAsync({ id, name, settings: { featureNaming: naming } })
        .catch((error: Error) =>
          showToast(t('create.half', { name, reason: error.message }), { tone: 'bad' }),
        )
    },
  })
  const { draft, edit, tried } = editor
  const id = draft.id ?? slugOf(draft.name)
  const check = useIdCheck(id)
  const faults = {
    name: draft.name.trim() === '' ? t('create.nameMissing') : undefined,
    id: check.fault,
    environments: draft.environments.length === 0 ? t('create.oneEnvironment') : undefined,
  }

  return (
    <FormPage
      editor={editor}
      title={t('projects.new')}
      name={draft.name}
      purpose={t('create.text')}
      sentence={t('create.sentence', {
        name: draft.name || t('create.unnamed'),
        mode: t(`projects.mode.${draft.mode}`).toLowerCase(),
        environments: draft.environments.join(', ') || t('create.noEnvironment'),
      })}
      changes={editor.dirty ? 1 : 0}
      saveLabel={t('create.submit')}
      refusal={refusal}
      obstacle={room.full}
      onLeave={(saved) => void navigate({ to: (saved ? `/projects/${id}` : '/projects') as string })}
    >
      <LimitNote text={room.note ?? room.full} />
      <FormSection label={t('create.identity')}>
        <TextInput
          label={t('create.name')}
          value={draft.name}
          error={tried && faults.name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          required
          autoFocus
        />
        <TextInput
          label={t('create.id')}
          description={t('create.idHint')}
          classNames={{ input: 'mono' }}
          value={id}
          error={faults.id}
          onChange={(event) => edit({ id: event.currentTarget.value })}
          required
        />
        <p className="faint small" aria-live="polite">
          {check.note}
        </p>
        <TextInput
          label={t('create.description')}
          value={draft.description}
          onChange={(event) => edit({ description: event.currentTarget.value })}
        />
      </FormSection>
      <FormSection label={t('create.access')}>
        <ModeField value={draft.mode} onChange={(mode) => edit({ mode })} />
      </FormSection>
      <FormSection label={t('create.environments')} hint={t('create.environmentsHint')}>
        <EnvironmentsField
          value={draft.environments}
          error={tried ? faults.environments : undefined}
          onChange={(names) => edit({ environments: names })}
        />
      </FormSection>
      <FormSection label={t('create.rollout')} hint={t('create.stickinessHint')}>
        <StickinessField value={draft.stickiness} onChange={(stickiness) => edit({ stickiness })} />
      </FormSection>
      <FormSection label={t('create.naming')} hint={t('create.namingHint')}>
        <NamingFields value={draft.naming} onChange={(naming) => edit({ naming })} />
      </FormSection>
    </FormPage>
  )
}

/** Validates an id on the server while typing. */
function useIdCheck(id: string): { fault: string | undefined; note: string } {
  const [settled] = useDebouncedValue(id, 200)
  const { data, error } = useQuery({ ...projectIdCheck(settled), enabled: settled !== '' })
  if (id === '') return { fault: undefined, note: '' }
  if (settled !== id || (data === undefined && !error))
    return { fault: undefined, note: t('create.idChecking') }
  return error ? { fault: error.message, note: '' } : { fault: undefined, note: t('create.idFree') }
}
