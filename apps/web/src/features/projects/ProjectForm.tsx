import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { usePage } from '../../lib/crumbs.ts'
import { environmentList, useCan } from '../../lib/session.ts'
import { showToast } from '../../lib/toasts.ts'
import { t as shared } from '../../messages/en.ts'
import { FormPage, FormSection } from '../../ui/Form.tsx'
import { LimitNote } from '../../ui/LimitNote.tsx'
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
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string>()
  const create = useCreateProject()
  const settings = useSaveProjectSettings()
  const navigate = useNavigate()
  const room = useProjectRoom()
  const refusal = useCan('CREATE_PROJECT')
  const set = (part: Partial<typeof start>) => setDraft({ ...draft, ...part })
  const id = draft.id ?? slugOf(draft.name)
  const check = useIdCheck(id)
  const faults = {
    name: draft.name.trim() === '' ? t('create.nameMissing') : undefined,
    id: check.fault,
    environments: draft.environments.length === 0 ? t('create.oneEnvironment') : undefined,
  }

  const submit = async (): Promise<boolean> => {
    setTried(true)
    setProblem(undefined)
    if (Object.values(faults).some(Boolean)) return false
    const { name, description, mode, stickiness, naming } = draft
    try {
      await create.mutateAsync({
        name,
        id,
        mode,
        defaultStickiness: stickiness,
        environments: draft.environments,
        ...(description ? { description } : {}),
      })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : shared('state.failed'))
      return false
    }
    if (naming.pattern) {
      // The project stands by now: what follows may fail without undoing it, so that is said.
      await settings
        .mutateAsync({ id, name, settings: { featureNaming: naming } })
        .catch((error: Error) =>
          showToast(t('create.half', { name, reason: error.message }), { tone: 'bad' }),
        )
    }
    return true
  }

  const changes = JSON.stringify(draft) === JSON.stringify(start) ? 0 : 1
  return (
    <FormPage
      title={t('projects.new')}
      purpose={t('create.text')}
      sentence={t('create.sentence', {
        name: draft.name || t('create.unnamed'),
        mode: t(`projects.mode.${draft.mode}`).toLowerCase(),
        environments: draft.environments.join(', ') || t('create.noEnvironment'),
      })}
      problem={problem}
      changes={changes}
      saveLabel={t('create.submit')}
      refusal={refusal}
      obstacle={room.full}
      busy={create.isPending || settings.isPending}
      kept={{ draft, restore: setDraft, discard: () => setDraft(start) }}
      onSave={submit}
      onLeave={(saved) => void navigate({ to: (saved ? `/projects/${id}` : '/projects') as string })}
    >
      <LimitNote text={room.note ?? room.full} />
      <FormSection label={t('create.identity')}>
        <TextInput
          label={t('create.name')}
          value={draft.name}
          error={tried && faults.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          required
          autoFocus
        />
        <TextInput
          label={t('create.id')}
          description={t('create.idHint')}
          classNames={{ input: 'mono' }}
          value={id}
          error={faults.id}
          onChange={(event) => set({ id: event.currentTarget.value })}
          required
        />
        <p className="t3 small" aria-live="polite">
          {check.note}
        </p>
        <TextInput
          label={t('create.description')}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      </FormSection>
      <FormSection label={t('create.access')}>
        <ModeField value={draft.mode} onChange={(mode) => set({ mode })} />
      </FormSection>
      <FormSection label={t('create.environments')} hint={t('create.environmentsHint')}>
        <EnvironmentsField
          value={draft.environments}
          error={tried ? faults.environments : undefined}
          onChange={(names) => set({ environments: names })}
        />
      </FormSection>
      <FormSection label={t('create.rollout')} hint={t('create.stickinessHint')}>
        <StickinessField value={draft.stickiness} onChange={(stickiness) => set({ stickiness })} />
      </FormSection>
      <FormSection label={t('create.naming')} hint={t('create.namingHint')}>
        <NamingFields value={draft.naming} onChange={(naming) => set({ naming })} />
      </FormSection>
    </FormPage>
  )
}

/** What the server thinks of an id, while it is being typed. */
function useIdCheck(id: string): { fault: string | undefined; note: string } {
  const [settled] = useDebouncedValue(id, 200)
  const { data, error } = useQuery({ ...projectIdCheck(settled), enabled: settled !== '' })
  if (id === '') return { fault: undefined, note: '' }
  if (settled !== id || (data === undefined && !error))
    return { fault: undefined, note: t('create.idChecking') }
  return error ? { fault: error.message, note: '' } : { fault: undefined, note: t('create.idFree') }
}
