import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { ListPage } from '../../../ui/List.tsx'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { ProjectError, projectOverview } from '../../setup/projects/index.ts'
import { t } from './messages.ts'
import { requestTotal } from './queries.ts'
import { RequestPages } from './RequestPages.tsx'

/** The open and closed requests of a project. */
export function ProjectRequests() {
  const { projectId } = useParams({ from: '/projects/$projectId/change-requests' })
  const { tab = 'open' } = useSearch({ from: '/projects/$projectId/change-requests' })
  const navigate = useNavigate()
  const overview = useQuery(projectOverview(projectId))
  usePage([
    { label: t('projects'), to: '/projects' },
    { label: overview.data?.name ?? projectId, to: `/projects/${encodeURIComponent(projectId)}` },
    { label: t('title') },
  ])
  const filters = {
    open: { project: `IS:${projectId}`, state: 'IS:open' },
    closed: { project: `IS:${projectId}`, state: 'IS:closed' },
  }
  const open = useQuery(requestTotal(filters.open)).data
  const closed = useQuery(requestTotal(filters.closed)).data
  if (overview.error)
    return <ProjectError id={projectId} error={overview.error} retry={() => void overview.refetch()} />
  return (
    <ListPage title={t('title')}>
      <ListTabs
        label={t('tabs')}
        tabs={[
          { value: 'open', label: t('tab.open'), count: open },
          { value: 'closed', label: t('tab.closed'), count: closed },
        ]}
        value={tab}
        onChange={(next) =>
          void navigate({
            to: '/projects/$projectId/change-requests',
            params: { projectId },
            search: next === 'closed' ? { tab: next } : {},
            replace: true,
          })
        }
      >
        <RequestPages
          key={tab}
          filter={filters[tab]}
          empty={tab}
          action={
            tab === 'open' && (
              <Button
                component={Link}
                to={`/projects/${encodeURIComponent(projectId)}/settings/change-requests`}
                variant="default"
              >
                {t('empty.protect')}
              </Button>
            )
          }
        />
      </ListTabs>
    </ListPage>
  )
}
