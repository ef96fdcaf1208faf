import { Button } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { ListPage } from '../../../ui/List.tsx'
import { EventLog } from './EventLog.tsx'
import { LogActions } from './LogActions.tsx'
import { t } from './messages.ts'
import type { LogSearch } from './search.ts'

export function History() {
  usePage([{ label: t('log.title') }])
  const search = useSearch({ from: '/history' })
  const navigate = useNavigate()
  const onSearch = (next: LogSearch) => void navigate({ to: '/history', search: next, replace: true })
  return (
    <ListPage
      title={t('log.title')}
      actions={
        <>
          <Button component={Link} to="/changes" variant="default">
            {t('log.whatChanged')}
          </Button>
          <LogActions search={search} onSearch={onSearch} />
        </>
      }
    >
      <EventLog search={search} onSearch={onSearch} />
    </ListPage>
  )
}

export function ProjectHistory() {
  const { projectId } = useParams({ from: '/projects/$projectId/logs' })
  usePage([
    { label: t('log.projects'), to: '/projects' },
    { label: projectId, to: `/projects/${encodeURIComponent(projectId)}` },
    { label: t('log.title') },
  ])
  const search = useSearch({ from: '/projects/$projectId/logs' })
  const navigate = useNavigate()
  const onSearch = (next: LogSearch) =>
    void navigate({ to: '/projects/$projectId/logs', params: { projectId }, search: next, replace: true })
  const fixed = { project: projectId }
  return (
    <ListPage
      title={t('log.title')}
      actions={<LogActions search={search} onSearch={onSearch} fixed={fixed} />}
    >
      <EventLog search={search} onSearch={onSearch} fixed={fixed} />
    </ListPage>
  )
}
