import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSettings, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatPercent } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { projectList } from '../../../lib/projects.ts'
import { useCan } from '../../../lib/session.ts'
import { formatRich } from '../../../messages/messages.ts'
import { AskProvider } from '../../../ui/Ask.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { NoProject, projectOverview, StatusDrawer, useStarProject } from '../../setup/projects/index.ts'
import { FlagList } from './FlagList.tsx'
import { t, texts } from './messages.ts'
import { ProjectTools } from './ProjectTools.tsx'
import classes from './pages.module.css'
import { useFlagRoom } from './room.ts'
import type { FlagListSearch } from './search.ts'

const CreateFlag = lazy(() => import('./CreateFlag.tsx').then((module) => ({ default: module.CreateFlag })))

/** The flags of one project. */
export function ProjectFlags() {
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const search = useSearch({ from: '/projects/$projectId' })
  const { data: projects } = useQuery(projectList)
  const project = projects?.find(({ id }) => id === projectId)
  const star = useStarProject()
  const name = project?.name ?? projectId
  usePage([
    { label: t('list.projects'), to: '/projects' },
    { label: name, to: `/projects/${projectId}` },
    { label: t('list.flags') },
  ])
  const { open, close } = useDialog()
  if (projects && !project) return <NoProject id={projectId} />
  const Star = project?.favorite ? IconStarFilled : IconStar
  const starLabel = t(project?.favorite ? 'list.unpin' : 'list.pin', { name })
  const stale = project?.staleFeatureCount ?? 0
  return (
    <AskProvider>
      <ListPage
        title={name}
        facts={
          project && (
            <>
              <span>{t('list.count', { count: project.featureCount ?? 0 })}</span>
              <Link
                to="/projects/$projectId"
                params={{ projectId }}
                search={{ ...search, 'project-status': true }}
                className={classes.fact}
              >
                {formatRich(texts['list.health'], {
                  percent: formatPercent(project.health ?? 100),
                  b: (parts: string[]) => <b key="b">{parts}</b>,
                })}
                <span className="hidden">{t('list.showStatus', { name })}</span>
              </Link>
              {stale > 0 && (
                <Link
                  to="/projects/$projectId"
                  params={{ projectId }}
                  search={{ state: 'stale' }}
                  className={classes.fact}
                >
                  {t('list.stale', { count: stale })}
                </Link>
              )}
            </>
          )
        }
        actions={
          <>
            {project && (
              <Tooltip label={starLabel}>
                <ActionIcon
                  className={classes.star ?? ''}
                  data-on={project.favorite || undefined}
                  aria-label={starLabel}
                  aria-pressed={project.favorite ?? false}
                  onClick={() => star.mutate(project)}
                >
                  <Star size={16} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label={t('list.settings', { name })}>
              <ActionIcon
                component={Link}
                to={`/projects/${projectId}/settings` as string}
                aria-label={t('list.settings', { name })}
              >
                <IconSettings size={16} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
            <ProjectTools project={projectId} name={name} />
            <NewFlag project={projectId} onOpen={open} />
          </>
        }
      >
        <FlagList key={projectId} search={search} project={projectId} onCreate={open} />
      </ListPage>
      <Dialog search={search} project={projectId} onClose={close} />
      <Status key={projectId} id={projectId} name={name} opened={search['project-status'] ?? false} />
    </AskProvider>
  )
}

function Status({ id, name, opened }: { id: string; name: string; opened: boolean }) {
  const navigate = useNavigate()
  // Lazy: loaded when it is first opened, and kept for the closing animation.
  const wanted = useRef(opened)
  wanted.current ||= opened
  if (!wanted.current) return null
  const close = () =>
    void navigate({ to: '.', search: (old) => ({ ...old, 'project-status': undefined }), replace: true })
  return (
    <Suspense>
      <StatusDrawer id={id} name={name} opened={opened} onClose={close} />
    </Suspense>
  )
}

/** All flags that the user can see. */
export function AllFlags() {
  const search = useSearch({ from: '/search' })
  usePage([{ label: t('list.title') }])
  const { open, close } = useDialog()
  return (
    <AskProvider>
      <ListPage title={t('list.title')} actions={<NewFlag project={undefined} onOpen={open} />}>
        <FlagList search={search} project={undefined} onCreate={open} />
      </ListPage>
      <Dialog search={search} project={undefined} onClose={close} />
    </AskProvider>
  )
}

function useDialog() {
  const navigate = useNavigate()
  const set = (create: true | undefined) =>
    void navigate({ to: '.', search: (old) => ({ ...old, create, name: undefined }), replace: true })
  return { open: () => set(true), close: () => set(undefined) }
}

function Dialog({
  search,
  project,
  onClose,
}: {
  search: FlagListSearch
  project: string | undefined
  onClose(): void
}) {
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  // Once loaded it stays, so that it closes with a transition.
  const wasOpened = useRef(false)
  if (search.create) wasOpened.current = true
  return (
    <Suspense>
      {wasOpened.current && (
        <CreateFlag
          opened={search.create ?? false}
          project={project}
          name={search.name}
          phone={phone}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}

function NewFlag({ project, onOpen }: { project: string | undefined; onOpen(): void }) {
  const room = useFlagRoom()
  const refusal = useCan('CREATE_FEATURE', { project }) ?? room.full
  const cache = useQueryClient()
  const open = () => {
    if (!refusal) onOpen()
  }
  /** Preloads the data of the dialog. */
  const prepare = () => {
    if (project) void cache.prefetchQuery(projectOverview(project))
  }
  useCommand('flag.new', t('list.new'), open, <IconPlus size={16} stroke={1.5} />)
  return <NewButton label={t('list.new')} why={refusal} onClick={open} onNear={prepare} />
}
