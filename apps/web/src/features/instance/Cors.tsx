import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../lib/crumbs.ts'
import { useEditor } from '../../lib/editor.ts'
import { uiConfig, useCan } from '../../lib/session.ts'
import { t as admin } from '../../messages/admin.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { ListPage } from '../../ui/List.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { EditorCard, SettingsCard } from '../../ui/Settings.tsx'
import { ErrorState } from '../../ui/State.tsx'
import classes from './instance.module.css'
import { t } from './messages.ts'
import { allows, isOrigin, readOrigins } from './origins.ts'
import { useSetOrigins } from './queries.ts'

export function Cors() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: t('cors.title') }])
  const { data, error, refetch } = useQuery(uiConfig)
  const stored = data?.frontendApiOrigins
  return (
    <AdminPage current="/admin/cors">
      <ListPage title={t('cors.title')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {stored && <Origins key={stored.join(' ')} stored={stored} />}
      </ListPage>
    </AdminPage>
  )
}

function Origins({ stored }: { stored: readonly string[] }) {
  const save = useSetOrigins()
  const refusal = useCan(['ADMIN', 'UPDATE_CORS'])
  const editor = useEditor({
    start: { text: stored.join('\n') },
    check: ({ text }) => {
      const wrong = readOrigins(text).find((origin) => origin !== '*' && !isOrigin(origin))
      return wrong && t('cors.wrong', { origin: wrong })
    },
    save: ({ text }) => save.mutateAsync(readOrigins(text)),
  })
  const origins = readOrigins(editor.draft.text)
  return (
    <>
      <EditorCard
        editor={editor}
        title={t('cors.origins')}
        text={t('cors.text')}
        changes={changesOf(stored, origins)}
        refusal={refusal}
      >
        <Textarea
          label={t('cors.label')}
          rows={6}
          value={editor.draft.text}
          readOnly={refusal !== undefined}
          onChange={(event) => editor.edit({ text: event.currentTarget.value })}
          classNames={{ input: 'mono' }}
        />
      </EditorCard>
      <SettingsCard title={t('cors.test')}>
        <Try origins={origins} />
      </SettingsCard>
    </>
  )
}

function changesOf(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((origin) => !before.includes(origin)).length
  const removed = before.filter((origin) => !after.includes(origin)).length
  return [
    ...(added > 0 ? [t('cors.added', { count: added })] : []),
    ...(removed > 0 ? [t('cors.removed', { count: removed })] : []),
  ]
}

function Try({ origins }: { origins: readonly string[] }) {
  const [text, setText] = useState('')
  const origin = text.trim()
  const allowed = allows(origins, origin)
  return (
    <div className={classes.try}>
      <TextInput
        label={t('cors.testLabel')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        classNames={{ input: 'mono' }}
        autoComplete="off"
      />
      <span
        aria-live="polite"
        className={classes.answer}
        data-good={(isOrigin(origin) && allowed) || undefined}
      >
        {origin !== '' &&
          (isOrigin(origin) ? t(allowed ? 'cors.allowed' : 'cors.refused') : t('cors.invalid'))}
      </span>
    </div>
  )
}
