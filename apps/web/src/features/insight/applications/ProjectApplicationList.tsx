import type { ProjectApplication } from '@flagstaff/contract/applications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { formatNumber } from '../../../lib/format.ts'
import { projectList } from '../../../lib/projects.ts'
import type { Column } from '../../../ui/List.tsx'
import { AppTable } from './AppTable.tsx'
import { t } from './messages.ts'
import { AppLink, Places, Sdks } from './parts.tsx'
import { outdatedSdks, projectApplications } from './queries.ts'

const from = '/projects/$projectId/applications'

/** The applications that use the flags of one project. */
export function ProjectApplicationList() {
  const { projectId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate()
  const { data: projects } = useQuery(projectList)
  const name = projects?.find(({ id }) => id === projectId)?.name ?? projectId
  usePage([
    { label: t('apps.projects'), to: '/projects' },
    { label: name, to: `/projects/${encodeURIComponent(projectId)}` },
    { label: t('apps.title') },
  ])
  const { data, error, refetch } = useQuery(projectApplications(projectId, search))
  const outdated = choicesOf(useQuery(outdatedSdks))
  return (
    <AppTable
      title={t('apps.inProject', { name })}
      search={search}
      data={data}
      error={error}
      columns={columnsWith(outdated.map(({ sdkVersion }) => sdkVersion))}
      empty={{ title: t('apps.emptyProject'), text: t('apps.emptyProjectText') }}
      keyOf={(row) => row.name}
      onSearch={(next) => void navigate({ to: from, params: { projectId }, search: next, replace: true })}
      onRetry={() => void refetch()}
    />
  )
}

const columnsWith = (outdated: readonly string[]): Column<ProjectApplication>[] => [
  { key: 'name', label: t('apps.name'), sort: true, cell: ({ name }) => <AppLink name={name} /> },
  {
    key: 'seenIn',
    label: t('apps.seenIn'),
    width: 280,
    wide: true,
    cell: ({ environments }) => <Places names={environments} />,
  },
  {
    key: 'sdk',
    label: t('apps.sdk'),
    width: 320,
    wide: true,
    cell: ({ sdks }) => (
      <Sdks
        names={sdks.flatMap(({ name, versions }) => versions.map((version) => `${name}:${version}`))}
        outdated={outdated}
      />
    ),
  },
  {
    key: 'instances',
    label: t('apps.instances'),
    width: 96,
    align: 'right',
    cell: ({ instances }) => formatNumber(instances.length),
  },
]
