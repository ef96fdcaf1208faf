import type { AdminSegment } from '@flagstaff/contract/segments'
import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { formatDay } from '../../../lib/format.ts'
import { useLimits } from '../../../lib/limits.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useCan } from '../../../lib/session.ts'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { Person } from '../../../ui/Person.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { freshSegmentList } from './queries.ts'
import { SegmentMenu } from './SegmentMenu.tsx'

export function SegmentList() {
  usePage([{ label: t('segments.title') }])
  const { q = '' } = useSearch({ from: '/segments' })
  const navigate = useNavigate()
  const limits = useLimits()
  const refusal = useCan(['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'])
  const create = () => {
    if (!refusal) void navigate({ to: '/segments/create' })
  }
  useCommand('segment.new', t('segments.new'), create, <IconUsersGroup size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(freshSegmentList)

  const filter = (value: string) =>
    void navigate({ to: '/segments', search: value ? { q: value } : {}, replace: true })
  const shown = data?.filter(({ name, description, project }) =>
    `${name} ${description} ${project}`.toLowerCase().includes(q.toLowerCase()),
  )
  return (
    <ListPage
      title={t('segments.title')}
      purpose={t('segments.text')}
      facts={data && t('segments.count', { count: data.length, limit: limits.segments })}
      actions={<NewButton label={t('segments.new')} why={refusal} onClick={create} />}
      filters={
        data && data.length > 0 && <FilterBox label={t('segments.filter')} value={q} onChange={filter} />
      }
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconUsersGroup size={20} stroke={1.5} />}
          title={t('segments.empty')}
          text={t('segments.emptyText')}
          action={!refusal && <Button onClick={create}>{t('segments.new')}</Button>}
        />
      )}
      {data && data.length > 0 && shown?.length === 0 && <NoMatch onClear={() => filter('')} />}
      {shown && shown.length > 0 && (
        <Rows rows={shown} columns={columns()} keyOf={(row) => row.id} label={t('segments.title')} />
      )}
    </ListPage>
  )
}

const columns = (): Column<AdminSegment>[] => [
  {
    key: 'name',
    label: t('segments.name'),
    cell: ({ id, name, description }) => (
      <>
        <Link to="/segments/edit/$id" params={{ id: String(id) }} className="link">
          <b>{name}</b>
        </Link>
        {description && <div className="faint small">{description}</div>}
      </>
    ),
  },
  {
    key: 'scope',
    label: t('segments.scope'),
    width: 160,
    wide: true,
    cell: ({ project }) => <span className="dim">{project ?? t('segments.global')}</span>,
  },
  { key: 'uses', label: t('segments.used'), width: 168, cell: (segment) => <UsedIn segment={segment} /> },
  {
    key: 'by',
    label: t('segments.by'),
    width: 176,
    wide: true,
    cell: ({ createdBy, createdByName = createdBy }) => createdByName && <Person name={createdByName} />,
  },
  {
    key: 'created',
    label: t('segments.created'),
    width: 116,
    wide: true,
    cell: ({ createdAt }) => <span className="dim num">{formatDay(createdAt)}</span>,
  },
  {
    key: 'actions',
    label: '',
    width: 60,
    align: 'right',
    cell: (segment) => <SegmentMenu segment={segment} />,
  },
]

function UsedIn({ segment }: { segment: AdminSegment }) {
  const { usedInFeatures, usedInProjects } = segment
  if (!usedInFeatures) return <span className="faint">{t('segments.unused')}</span>
  return t('segments.uses', { flags: usedInFeatures, projects: usedInProjects ?? 0 })
}
