import { Button, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../lib/session.ts'
import { useSubmit } from '../../lib/submit.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Refused } from '../../ui/Refused.tsx'
import { SettingsCard } from '../../ui/Settings.tsx'
import classes from './applications.module.css'
import { t } from './messages.ts'
import { useApp, useAppPage, useDetails } from './place.ts'
import { useDescribe, useForget } from './queries.ts'

/** What people say of an application, and its end. */
export function Settings() {
  const app = useApp()
  useAppPage(app, t('tab.settings'))
  return (
    <div className={classes.settings}>
      <About app={app} />
      <End app={app} />
    </div>
  )
}

function About({ app }: { app: string }) {
  const details = useDetails()
  const stored = { description: details.description ?? '', url: details.url ?? '' }
  const [draft, setDraft] = useState(stored)
  const refusal = useCan('UPDATE_APPLICATION')
  const save = useDescribe(app)
  const changed = (['description', 'url'] as const).filter((key) => draft[key] !== stored[key])
  const isAddress = draft.url === '' || /^https?:\/\/\S+$/.test(draft.url)
  const { problem, submit } = useSubmit({
    check: () => (isAddress ? undefined : t('settings.badUrl')),
    run: () => save.mutateAsync(draft),
  })
  return (
    <SettingsCard
      title={t('settings.about')}
      changes={changed.map((key) => t(`settings.${key}`))}
      problem={problem}
      refusal={refusal}
      busy={save.isPending}
      onSave={() => void submit()}
      onReset={() => setDraft(stored)}
    >
      <Textarea
        label={t('settings.description')}
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.description}
        onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
      />
      <TextInput
        label={t('settings.url')}
        description={t('settings.urlHint')}
        type="url"
        maxLength={2000}
        value={draft.url}
        onChange={(event) => setDraft({ ...draft, url: event.currentTarget.value.trim() })}
      />
    </SettingsCard>
  )
}

function End({ app }: { app: string }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const refusal = useCan('UPDATE_APPLICATION')
  const forget = useForget(app)
  return (
    <SettingsCard title={t('settings.end')} text={t('settings.endText')}>
      <div>
        <Refused why={refusal}>
          <Button
            variant="default"
            leftSection={<IconTrash size={14} stroke={1.75} />}
            aria-disabled={refusal ? true : undefined}
            onClick={() => !refusal && setAsking(true)}
          >
            {t('settings.delete', { name: app })}
          </Button>
        </Refused>
      </div>
      <Confirm
        opened={asking}
        danger
        title={t('settings.deleteTitle', { name: app })}
        label={t('settings.deleteLabel')}
        busy={forget.isPending}
        error={forget.error}
        onConfirm={() =>
          forget.mutate(undefined, { onSuccess: () => void navigate({ to: '/applications' }) })
        }
        onClose={() => setAsking(false)}
      >
        <p>{t('settings.endText')}</p>
      </Confirm>
    </SettingsCard>
  )
}
