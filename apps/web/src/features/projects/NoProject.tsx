import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchButton } from '../../app/SearchButton.tsx'
import { ApiError } from '../../lib/api.ts'
import { nearest } from '../../lib/near.ts'
import { t as shared } from '../../messages/en.ts'
import { PageState } from '../../ui/PageState.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { t } from './messages.ts'
import { projectList } from './queries.ts'

/** The address names a project that is not there, or that the viewer cannot see. */
export function NoProject({ id }: { id: string }) {
  const { data: projects = [] } = useQuery(projectList)
  const near = nearest(projects, id, (project) => [project.id, project.name])
  return (
    <PageState
      icon={<IconMapQuestion size={20} stroke={1.5} />}
      title={t('missing.title')}
      text={t('missing.text', { id })}
      list={{
        label: shared('state.near'),
        rows: near.map((project) => ({
          key: project.id,
          row: (
            <>
              <Link to="/projects/$projectId" params={{ projectId: project.id }} className="link">
                {project.name}
              </Link>
              <span className="t3 small">{project.id}</span>
            </>
          ),
        })),
      }}
      action={
        <>
          <SearchButton />
          <Button component={Link} to="/projects" variant="default">
            {shared('state.home')}
          </Button>
          <Button component={Link} to="/projects-archive" variant="default">
            {t('projects.archived')}
          </Button>
        </>
      }
    />
  )
}

/** Why a page of a project cannot be shown. */
export function ProjectError({ id, error, retry }: { id: string; error: unknown; retry(): void }) {
  const isMissing = error instanceof ApiError && error.status === 404
  return isMissing ? <NoProject id={id} /> : <ErrorState error={error} retry={retry} />
}
