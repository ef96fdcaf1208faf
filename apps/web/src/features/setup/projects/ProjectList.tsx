import type { Project } from '@flagstaff/contract/projects'
import { Button } from '@mantine/core'
import { IconArchive, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useDebouncedText } from '../../../lib/debouncedText.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { projectList } from '../../../lib/projects.ts'
import { useCan } from '../../../lib/session.ts'
import { FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import type { Sorted } from '../../../ui/SortHead.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { columns } from './columns.tsx'
import { t } from './messages.ts'
import classes from './ProjectList.module.css'
import { useProjectRoom } from './room.ts'
import { matching, sortProjects } from './sort.ts'

export function ProjectList() {
  usePage([{ label: t('projects.title') }])
  const { q = '', sort = 'name', order } = useSearch({ from: '/projects' })
  const navigate = useNavigate({ from: '/projects' })
  const room = useProjectRoom()
  const refusal = useCan('CREATE_PROJECT') ?? room.full
  const create = () => void navigate({ to: '/projects/create' })
  useCommand('project.archived', t('projects.archived'), () => void navigate({ to: '/projects-archive' }))
  const { data, error, refetch } = useQuery(projectList)
  const filter = (value: string) =>
    void navigate({ search: (old) => ({ ...old, q: value || undefined }), replace: true })
  const [text, type] = useDebouncedText(q, filter)
  const sorted: Sorted = { by: sort, descending: order === 'desc' }
  const shown = data && sortProjects(matching(data, q), sorted)
  const open = (project: Project | undefined) =>
    project && void navigate({ to: '/projects/$projectId' as string, params: { projectId: project.id } })
  return (
    <ListPage
      title={t('projects.title')}
      facts={data && t('projects.count', { count: data.length })}
      actions={
        <>
          <Button
            component={Link}
            to="/projects-archive"
            variant="default"
            className={classes.archived ?? ''}
            aria-label={t('projects.archived')}
            leftSection={<IconArchive size={14} stroke={1.75} />}
          >
            {t('projects.archived')}
          </Button>
          <NewButton label={t('projects.new')} why={refusal} onClick={create} />
        </>
      }
      filters={
        <FilterBox
          label={t('projects.filter')}
          value={text}
          onChange={type}
          onEnter={() => open(data && sortProjects(matching(data, text), sorted)[0])}
        />
      }
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconFolder size={20} stroke={1.5} />}
          title={t('projects.empty')}
          text={t('projects.emptyText')}
          action={!refusal && <Button onClick={create}>{t('projects.new')}</Button>}
        />
      )}
      {data && data.length > 0 && shown?.length === 0 && <NoMatch onClear={() => filter('')} />}
      {shown && shown.length > 0 && (
        <Rows
          rows={shown}
          columns={columns}
          keyOf={(row) => row.id}
          label={t('projects.title')}
          sorted={sorted}
          onSort={({ by, descending }) =>
            void navigate({
              search: (old) => ({ ...old, sort: by, order: descending ? 'desc' : undefined }),
              replace: true,
            })
          }
        />
      )}
    </ListPage>
  )
}
