import { Button, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useContentVersion, useEditor } from '../../../lib/editor.ts'
import { useCan } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { EditorCard, SettingsCard } from '../../../ui/Settings.tsx'
import classes from './applications.module.css'
import { t } from './messages.ts'
import { useApp, useAppPage, useDetails } from './place.ts'
import { useDescribe, useForget } from './queries.ts'

/** Edits the description of an application, and deletes it. */
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
  const refusal = useCan('UPDATE_APPLICATION')
  const save = useDescribe(app)
  const editor = useEditor({
    start: stored,
    version: useContentVersion(stored),
    check: ({ url }) => (url === '' || /^https?:\/\/\S+$/.test(url) ? undefined : t('settings.badUrl')),
    save: (draft) => save.mutateAsync(draft),
  })
  const { draft, edit } = editor
  return (
    <EditorCard
      editor={editor}
      title={t('settings.about')}
      name={app}
      changes={editor.edited.map((key) => t(`settings.${key}`))}
      refusal={refusal}
    >
      <Textarea
        label={t('settings.description')}
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.description}
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
      <TextInput
        label={t('settings.url')}
        description={t('settings.urlHint')}
        type="url"
        maxLength={2000}
        value={draft.url}
        onChange={(event) => edit({ url: event.currentTarget.value.trim() })}
      />
    </EditorCard>
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
