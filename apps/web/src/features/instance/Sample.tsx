import type { EvaluationSample } from '@flagstaff/contract/evaluation-sample'
import { NumberInput, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../lib/crumbs.ts'
import { useEditor } from '../../lib/editor.ts'
import { formatAge, formatMoment, formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { t as admin } from '../../messages/admin.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { ListPage } from '../../ui/List.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { EditorCard, SettingsCard } from '../../ui/Settings.tsx'
import { ErrorState } from '../../ui/State.tsx'
import classes from './instance.module.css'
import { t } from './messages.ts'
import { sampling, useSetSampling } from './queries.ts'
import { SampledFields } from './SampledFields.tsx'
import { draftOf, type SampleDraft, settingOf } from './sample.ts'

/** Which contexts are sampled, and what is stored of them. */
export function Sample() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: t('sample.title') }])
  const { data, error, refetch } = useQuery(sampling)
  return (
    <AdminPage current="/admin/sample">
      <ListPage title={t('sample.title')}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={4} />}
        {data && <Setting key={JSON.stringify(settingOf(draftOf(data)))} stored={data} />}
        {data && <Stored sample={data} />}
      </ListPage>
    </AdminPage>
  )
}

function Setting({ stored }: { stored: EvaluationSample }) {
  const save = useSetSampling()
  const refusal = useCan('ADMIN')
  const editor = useEditor<SampleDraft>({
    start: draftOf(stored),
    check: ({ enabled, percent, fields }) => {
      if (!enabled) return undefined
      if (percent <= 0) return t('sample.noShare')
      return fields.length === 0 ? t('sample.noFields') : undefined
    },
    save: (draft) => save.mutateAsync(settingOf(draft)),
  })
  const { draft, start } = editor
  return (
    <EditorCard
      editor={editor}
      title={t('sample.setting')}
      text={t('sample.text')}
      changes={changesOf(start, draft)}
      refusal={refusal}
    >
      <Switch
        label={t('sample.enabled')}
        checked={draft.enabled}
        onChange={(event) => editor.edit({ enabled: event.currentTarget.checked })}
      />
      <NumberInput
        className={classes.share ?? ''}
        label={t('sample.share')}
        min={0}
        max={100}
        decimalScale={1}
        clampBehavior="strict"
        suffix={'\u202f%'}
        hideControls
        value={draft.percent}
        onChange={(percent) => editor.edit({ percent: Number(percent) })}
      />
      <SampledFields fields={draft.fields} onChange={(fields) => editor.edit({ fields })} />
      {changesOf(start, draft).length > 0 && stored.environments.length > 0 && (
        <p className={classes.warning}>{t('sample.deletes')}</p>
      )}
    </EditorCard>
  )
}

function changesOf(before: SampleDraft, after: SampleDraft): string[] {
  const differs = (key: keyof SampleDraft) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  return [
    ...(differs('enabled') ? [t(after.enabled ? 'sample.changedOn' : 'sample.changedOff')] : []),
    ...(differs('percent') ? [t('sample.changedShare')] : []),
    ...(differs('fields') ? [t('sample.changedFields')] : []),
  ]
}

function Stored({ sample: { environments } }: { sample: EvaluationSample }) {
  return (
    <SettingsCard title={t('sample.stored')} text={t('sample.storedText')}>
      {environments.length === 0 ? (
        <p className="dim small">{t('sample.nothing')}</p>
      ) : (
        <table className={classes.held} aria-label={t('sample.stored')}>
          <thead>
            <tr>
              <th>{t('sample.environment')}</th>
              <th>{t('sample.contexts')}</th>
              <th>{t('sample.newest')}</th>
            </tr>
          </thead>
          <tbody>
            {environments.map(({ name, contexts, newestAt }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{formatNumber(contexts)}</td>
                <td className="faint">
                  <time dateTime={newestAt} title={formatMoment(newestAt)}>
                    {formatAge(newestAt)}
                  </time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SettingsCard>
  )
}
