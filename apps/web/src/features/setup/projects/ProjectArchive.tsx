import type { Project } from '@flagstaff/contract/projects'
import { Button } from '@mantine/core'
import { IconArchive, IconRestore, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatDay } from '../../../lib/format.ts'
import { useRefusals } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import classes from './ProjectList.module.css'
import { archivedProjects, useDeleteProject, useReviveProject } from './queries.ts'

export function ProjectArchive() {
  usePage([{ label: t('projects.title'), to: '/projects' }, { label: t('archive.title') }])
  const { data, error, refetch } = useQuery(archivedProjects)
  const [doomed, setDoomed] = useState<Project>()
  const refusalFor = useRefusals()
  const revive = useReviveProject()
  const remove = useDeleteProject()
  const columns: Column<Project>[] = [
    {
      key: 'name',
      label: t('projects.name'),
      cell: ({ id, name, description }) => (
        <div className={classes.words}>
          <b>{name}</b>
          <span className="faint small">{description ? `${id} · ${description}` : id}</span>
        </div>
      ),
    },
    {
      key: 'at',
      label: t('archive.at'),
      width: 140,
      wide: true,
      cell: ({ archivedAt }) => <span className="dim">{archivedAt && formatDay(archivedAt)}</span>,
    },
    {
      key: 'actions',
      label: '',
      width: 220,
      align: 'right',
      cell: (project) => {
        const refusal = refusalFor('DELETE_PROJECT', { project: project.id })
        const disabled = refusal ? true : undefined
        return (
          <span className={classes.health}>
            <Refused why={refusal}>
              <Button
                variant="default"
                aria-disabled={disabled}
                aria-label={t('archive.revive', project)}
                leftSection={<IconRestore size={14} stroke={1.75} />}
                onClick={refusal ? undefined : () => revive.mutate(project)}
              >
                {t('archive.reviveShort')}
              </Button>
            </Refused>
            <Refused why={refusal}>
              <Button
                variant="subtle"
                aria-disabled={disabled}
                aria-label={t('archive.delete', project)}
                leftSection={<IconTrash size={14} stroke={1.75} />}
                onClick={refusal ? undefined : () => setDoomed(project)}
              >
                {t('archive.deleteShort')}
              </Button>
            </Refused>
          </span>
        )
      },
    },
  ]
  return (
    <ListPage title={t('archive.title')} facts={data && t('projects.count', { count: data.length })}>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconArchive size={20} stroke={1.5} />}
          title={t('archive.empty')}
          text={t('archive.emptyText')}
          action={
            <Button component={Link} to="/projects" variant="default">
              {t('archive.back')}
            </Button>
          }
        />
      )}
      {data && data.length > 0 && (
        <Rows rows={data} columns={columns} keyOf={({ id }) => id} label={t('archive.title')} />
      )}
      <Confirm
        opened={doomed !== undefined}
        title={t('archive.deleteTitle', { name: doomed?.name ?? '' })}
        label={t('archive.delete', { name: doomed?.name ?? '' })}
        typed={doomed?.id ?? ''}
        danger
        busy={remove.isPending}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => doomed && remove.mutate(doomed, { onSuccess: () => setDoomed(undefined) })}
      >
        <p>{t('archive.deleteText')}</p>
      </Confirm>
    </ListPage>
  )
}
