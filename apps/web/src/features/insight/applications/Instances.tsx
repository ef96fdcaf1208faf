import type { ApplicationInstances } from '@flagstaff/contract/applications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../lib/choices.ts'
import { type Column, Rows } from '../../../ui/List.tsx'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import classes from './applications.module.css'
import { t } from './messages.ts'
import { Sdks, Seen } from './parts.tsx'
import { useApp, useAppPage, useDetails } from './place.ts'
import { instancesIn, outdatedSdks } from './queries.ts'

const from = '/applications/$app/instances'

/** All instances of an application in one environment. */
export function Instances() {
  const app = useApp()
  useAppPage(app, t('tab.instances'))
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { instances } = useDetails()
  const counts = Map.groupBy(instances, ({ environment }) => environment)
  const names = [...new Set([...counts.keys(), ...(search.environment ? [search.environment] : [])])].sort()
  const environment = search.environment ?? names[0]
  if (environment === undefined)
    return <State title={t('environments.none')} text={t('instances.noneText')} />
  return (
    <ListTabs
      label={t('instances.environment')}
      tabs={names.map((name) => ({ value: name, label: name, count: counts.get(name)?.length ?? 0 }))}
      value={environment}
      onChange={(name) => void navigate({ search: { environment: name }, replace: true })}
    >
      <InstanceTable app={app} environment={environment} />
    </ListTabs>
  )
}

function InstanceTable({ app, environment }: { app: string; environment: string }) {
  const { data, error, refetch } = useQuery(instancesIn(app, environment))
  const outdated = choicesOf(useQuery(outdatedSdks))
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.length === 0)
    return <State title={t('instances.none', { environment })} text={t('instances.noneText')} />
  return (
    <>
      <p className={classes.note}>{t('instances.note')}</p>
      <Rows
        rows={data}
        columns={columnsWith(outdated.map(({ sdkVersion }) => sdkVersion))}
        keyOf={({ instanceId, connectionId }) => `${instanceId} ${connectionId}`}
        label={t('tab.instances')}
      />
    </>
  )
}

type Row = ApplicationInstances['instances'][number]

const columnsWith = (outdated: readonly string[]): Column<Row>[] => [
  {
    key: 'id',
    label: t('instances.id'),
    cell: ({ instanceId }) => <span className="mono">{instanceId}</span>,
  },
  {
    key: 'sdk',
    label: t('apps.sdk'),
    width: 340,
    wide: true,
    cell: ({ sdkVersion }) => <Sdks names={sdkVersion ? [sdkVersion] : []} outdated={outdated} />,
  },
  {
    key: 'address',
    label: t('instances.address'),
    width: 160,
    wide: true,
    cell: ({ clientIp }) => <span className="dim num">{clientIp}</span>,
  },
  { key: 'seen', label: t('apps.seen'), width: 104, cell: ({ lastSeen }) => <Seen at={lastSeen} /> },
]
