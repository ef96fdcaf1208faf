import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../../lib/api.ts'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import { suggest } from '../../../lib/suggestions.ts'
import { t as shared } from '../../../messages/en.ts'
import { PageState } from '../../../ui/PageState.tsx'
import { SearchButton } from '../../../ui/SearchButton.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { t } from './messages.ts'

/** The project in the URL does not exist, or the user cannot see it. */
export function NoProject({ id }: { id: string }) {
  const projects = choicesOf(useQuery(projectList))
  const near = suggest(projects, id, (project) => [project.id, project.name])
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
              <span className="faint small">{project.id}</span>
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

/** An error that replaces a page of a project. */
export function ProjectError({ id, error, retry }: { id: string; error: unknown; retry(): void }) {
  const isMissing = error instanceof ApiError && error.status === 404
  return isMissing ? <NoProject id={id} /> : <ErrorState error={error} retry={retry} />
}
