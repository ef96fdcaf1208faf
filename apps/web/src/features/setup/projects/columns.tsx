import type { Project } from '@flagstaff/contract/projects'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconSettings, IconStar, IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatAge, formatMoment, formatNumber, formatPercent } from '../../../lib/format.ts'
import { Bar } from '../../../ui/Bar.tsx'
import type { Column } from '../../../ui/List.tsx'
import { Person } from '../../../ui/Person.tsx'
import { t } from './messages.ts'
import classes from './ProjectList.module.css'
import { useStarProject } from './queries.ts'

export const columns: Column<Project>[] = [
  {
    key: 'name',
    label: t('projects.name'),
    sort: true,
    cell: (project) => (
      <div className={classes.name}>
        <Star project={project} />
        <div className={classes.words}>
          <Link to={`/projects/${project.id}` as string} className="link">
            <b>{project.name}</b>
          </Link>
          <span className="faint small">
            {project.description ? `${project.id} · ${project.description}` : project.id}
          </span>
        </div>
      </div>
    ),
  },
  {
    key: 'mode',
    label: t('projects.mode'),
    width: 104,
    wide: true,
    cell: ({ mode = 'open' }) => <span className="dim">{t(`projects.mode.${mode}`)}</span>,
  },
  {
    key: 'flags',
    label: t('projects.flags'),
    width: 88,
    align: 'right',
    sort: true,
    cell: ({ featureCount = 0 }) => formatNumber(featureCount),
  },
  {
    key: 'health',
    label: t('projects.health'),
    width: 128,
    align: 'right',
    wide: true,
    sort: true,
    cell: ({ health = 100 }) => (
      <span className={classes.health}>
        {health < 100 && <Bar value={health} width={36} height={3} />}
        <span className={health < 100 ? undefined : 'faint'}>{formatPercent(health)}</span>
      </span>
    ),
  },
  {
    key: 'members',
    label: t('projects.members'),
    width: 96,
    align: 'right',
    wide: true,
    sort: true,
    cell: ({ memberCount = 0 }) => formatNumber(memberCount),
  },
  {
    key: 'owners',
    label: t('projects.owners'),
    width: 176,
    wide: true,
    cell: ({ owners = [] }) => <Owners owners={owners} />,
  },
  {
    key: 'changed',
    label: t('projects.changed'),
    width: 120,
    align: 'right',
    wide: true,
    sort: true,
    cell: ({ lastUpdatedAt }) =>
      lastUpdatedAt ? (
        <time dateTime={lastUpdatedAt} title={formatMoment(lastUpdatedAt)} className="dim">
          {formatAge(lastUpdatedAt)}
        </time>
      ) : (
        <span className="faint">{t('projects.never')}</span>
      ),
  },
  {
    key: 'settings',
    label: '',
    width: 64,
    align: 'right',
    cell: ({ id, name }) => (
      <Tooltip label={t('projects.settingsOf', { name })}>
        <ActionIcon
          component={Link}
          to={`/projects/${id}/settings` as string}
          aria-label={t('projects.settingsOf', { name })}
        >
          <IconSettings size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    ),
  },
]

function Star({ project }: { project: Project }) {
  const { mutate } = useStarProject()
  const label = t(project.favorite ? 'projects.unstar' : 'projects.star', { name: project.name })
  const Glyph = project.favorite ? IconStarFilled : IconStar
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.star ?? ''}
        data-on={project.favorite || undefined}
        aria-label={label}
        aria-pressed={project.favorite ?? false}
        onClick={() => mutate(project)}
      >
        <Glyph size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}

function Owners({ owners }: { owners: NonNullable<Project['owners']> }) {
  const names = owners.flatMap((owner) => (owner.ownerType === 'system' ? [] : [owner.name]))
  const [first] = names
  if (first === undefined) return <span className="faint">{t('projects.noOwner')}</span>
  return (
    <span className={classes.owners} title={names.join(', ')}>
      <Person name={first} />
      {names.length > 1 && (
        <span className="faint small num">{t('projects.moreOwners', { count: names.length - 1 })}</span>
      )}
    </span>
  )
}
