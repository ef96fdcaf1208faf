import type { Application } from '@flagstaff/contract/applications'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import type { Column } from '../../../ui/List.tsx'
import { AppTable } from './AppTable.tsx'
import { t } from './messages.ts'
import { AppLink, Outdated, Places, Seen } from './parts.tsx'
import { applicationList, outdatedSdks } from './queries.ts'

const EVERY_PROJECT = '*'

/** All known applications, with their projects and environments. */
export function ApplicationList() {
  usePage([{ label: t('apps.title') }])
  const search = useSearch({ from: '/applications' })
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(applicationList(search))
  const outdated = choicesOf(useQuery(outdatedSdks))
  const old = new Map(
    outdated.flatMap(({ sdkVersion, applications }) => applications.map((app) => [app, sdkVersion] as const)),
  )
  return (
    <AppTable
      title={t('apps.title')}
      actions={
        <Button component={Link} to="/unknown-flags" variant="default">
          {t('apps.unknown')}
        </Button>
      }
      search={search}
      data={data}
      error={error}
      columns={columnsWith(old)}
      empty={{ title: t('apps.empty'), text: t('apps.emptyText') }}
      keyOf={({ appName }) => appName}
      onSearch={(next) => void navigate({ to: '/applications', search: next, replace: true })}
      onRetry={() => void refetch()}
    />
  )
}

const columnsWith = (old: ReadonlyMap<string, string>): Column<Application>[] => [
  {
    key: 'name',
    label: t('apps.name'),
    sort: true,
    cell: ({ appName, description }) => (
      <>
        <AppLink name={appName} />
        {description && <div className="faint small">{description}</div>}
      </>
    ),
  },
  {
    key: 'seenIn',
    label: t('apps.seenIn'),
    width: 280,
    wide: true,
    cell: ({ usage = [] }) => (
      <Places names={[...new Set(usage.flatMap(({ environments }) => environments))].sort()} />
    ),
  },
  {
    key: 'projects',
    label: t('apps.where'),
    width: 200,
    wide: true,
    cell: ({ usage = [] }) => (
      <span className="dim">
        {usage.map(({ project }) => (project === EVERY_PROJECT ? t('apps.allProjects') : project)).join(', ')}
      </span>
    ),
  },
  {
    key: 'sdk',
    label: t('apps.sdk'),
    width: 112,
    cell: ({ appName }) =>
      old.has(appName) && (
        <span title={old.get(appName)}>
          <Outdated />
        </span>
      ),
  },
  { key: 'seen', label: t('apps.seen'), width: 104, cell: ({ updatedAt }) => <Seen at={updatedAt} /> },
]
