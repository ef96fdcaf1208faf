import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../lib/crumbs.ts'
import { uiConfig, useCan } from '../../lib/session.ts'
import { ListPage } from '../../ui/List.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { SettingsCard } from '../../ui/Settings.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { AdminPage } from './AdminPage.tsx'
import classes from './instance.module.css'
import { t } from './messages.ts'
import { allows, isOrigin, readOrigins } from './origins.ts'
import { useSetOrigins } from './queries.ts'

export function Cors() {
  usePage([{ label: t('admin.title'), to: '/admin' }, { label: t('cors.title') }])
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
  const [text, setText] = useState(stored.join('\n'))
  const [problem, setProblem] = useState<string>()
  const save = useSetOrigins()
  const refusal = useCan(['ADMIN', 'UPDATE_CORS'])
  const origins = readOrigins(text)
  const submit = () => {
    const wrong = origins.find((origin) => origin !== '*' && !isOrigin(origin))
    setProblem(wrong && t('cors.wrong', { origin: wrong }))
    if (!wrong) save.mutate(origins, { onError: (error) => setProblem(error.message) })
  }
  return (
    <>
      <SettingsCard
        title={t('cors.origins')}
        text={t('cors.text')}
        changes={changesOf(stored, origins)}
        problem={problem}
        refusal={refusal}
        busy={save.isPending}
        onSave={submit}
        onReset={() => {
          setText(stored.join('\n'))
          setProblem(undefined)
        }}
      >
        <Textarea
          label={t('cors.label')}
          rows={6}
          value={text}
          readOnly={refusal !== undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          classNames={{ input: 'mono' }}
        />
      </SettingsCard>
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
