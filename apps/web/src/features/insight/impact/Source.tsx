import type { ExternalImpactMetricsSource } from '@flagstaff/contract/impact'
import { Button, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { useCan } from '../../../lib/session.ts'
import { t as admin } from '../../../messages/admin.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { EditorCard } from '../../../ui/Settings.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import classes from './impact.module.css'
import { t } from './messages.ts'
import { externalSource, testSource, useSetSource } from './queries.ts'

/** The setting for the external source. */
export function Source() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: t('source.title') }])
  const { data, error, refetch } = useQuery(externalSource)
  return (
    <AdminPage current="/admin/impact-metrics">
      <ListPage title={t('source.title')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {data && <SourceCard key={JSON.stringify(data)} stored={data} />}
      </ListPage>
    </AdminPage>
  )
}

type Draft = { enabled: boolean; url: string; token: string }
type Outcome = { good: boolean; text: string }

const inputOf = ({ enabled, url, token }: Draft) => ({
  enabled,
  ...(url.trim() ? { url: url.trim() } : {}),
  ...(token ? { token } : {}),
})

function SourceCard({ stored }: { stored: ExternalImpactMetricsSource }) {
  const refusal = useCan('ADMIN')
  const save = useSetSource()
  const start: Draft = { enabled: stored.enabled, url: stored.url ?? '', token: '' }
  const editor = useEditor({
    start,
    check: ({ enabled, url }) => (enabled && url.trim() === '' ? t('source.urlMissing') : undefined),
    save: (draft) => save.mutateAsync(inputOf(draft)),
  })
  const { draft, edit } = editor
  const changes = [
    ...(draft.enabled === start.enabled ? [] : [t('source.changedEnabled')]),
    ...(draft.url === start.url ? [] : [t('source.changedUrl')]),
    ...(draft.token === '' ? [] : [t('source.changedToken')]),
  ]
  return (
    <EditorCard
      editor={editor}
      title={t('source.card')}
      text={t('source.text')}
      changes={changes}
      refusal={refusal}
    >
      <Switch
        label={t('source.enabled')}
        checked={draft.enabled}
        onChange={(event) => edit({ enabled: event.currentTarget.checked })}
      />
      <TextInput
        label={t('source.url')}
        description={t('source.urlHint')}
        type="url"
        value={draft.url}
        maxLength={2000}
        autoComplete="off"
        onChange={(event) => edit({ url: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('source.token')}
        description={t(stored.hasToken ? 'source.tokenStored' : 'source.tokenHint')}
        value={draft.token}
        maxLength={4000}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('source.showToken'), tabIndex: 0 }}
        onChange={(event) => edit({ token: event.currentTarget.value })}
      />
      <Test key={JSON.stringify(draft)} draft={draft} />
    </EditorCard>
  )
}

/** Tests what is in the form, before it is saved. */
function Test({ draft }: { draft: Draft }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const test = async () => {
    if (draft.url.trim() === '') return setOutcome({ good: false, text: t('source.urlMissing') })
    setBusy(true)
    try {
      await testSource({ ...inputOf(draft), enabled: true })
      setOutcome({ good: true, text: t('source.works') })
    } catch (error) {
      setOutcome({ good: false, text: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.test}>
      <Button variant="default" loading={busy} onClick={() => void test()}>
        {t('source.test')}
      </Button>
      <span aria-live="polite" className={classes.outcome} data-good={outcome?.good || undefined}>
        {outcome?.text}
      </span>
    </div>
  )
}
