import type { RequestSchedule, RequestSearchItem } from '@flagstaff/contract/requests'
import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAge, formatMinute, formatSpan } from '../../../lib/format.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList, me } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { type Column, Rows } from '../../../ui/List.tsx'
import { nameOf, Person } from '../../../ui/Person.tsx'
import { Approvals } from './Approvals.tsx'
import classes from './lists.module.css'
import { t } from './messages.ts'
import { nextFor } from './permitted.ts'
import { useMove } from './queries.ts'
import { StateBadge } from './StateBadge.tsx'
import { useRowKeys } from './useRowKeys.ts'

type RequestTableProps = {
  rows: readonly RequestSearchItem[]
  /** Whether the user can approve or apply all of them. */
  actionable?: boolean
  withProject?: boolean
}

/** Requests with what the user can do next. On phones, each is a card. */
export function RequestTable({ rows, actionable = false, withProject = false }: RequestTableProps) {
  const table = useRowKeys()
  const { data: environments } = useSuspenseQuery(environmentList)
  const { data: projects } = useQuery(projectList)
  const typeOf = (name: string) => environments.find((one) => one.name === name)?.type ?? ''
  const projectOf = (id: string) => projects?.find((one) => one.id === id)?.name ?? id
  const columns: Column<RequestSearchItem>[] = [
    {
      key: 'request',
      label: t('list.request'),
      cell: (row) => (
        <>
          <Title request={row} />
          <div className={`faint small ${classes.about}`}>
            {withProject && <span>{projectOf(row.project)}</span>}
            <span>{summaryOf(row)}</span>
            <span className={classes.narrow}>
              {nameOf(row.createdBy)}, {formatSpan(row.createdAt)}
            </span>
          </div>
          <Due schedule={row.schedule} />
          <div className={classes.card}>
            <StateBadge state={row.state} schedule={row.schedule} />
            <Environment name={row.environment} type={typeOf(row.environment)} />
            <Approvals given={row.given} needed={row.needed} />
          </div>
        </>
      ),
    },
    {
      key: 'state',
      label: t('list.state'),
      width: 116,
      wide: true,
      cell: ({ state, schedule }) => <StateBadge state={state} schedule={schedule} />,
    },
    {
      key: 'environment',
      label: t('list.environment'),
      width: 136,
      wide: true,
      cell: ({ environment }) => <Environment name={environment} type={typeOf(environment)} />,
    },
    {
      key: 'author',
      label: t('list.author'),
      width: 152,
      wide: true,
      cell: ({ createdBy }) => <Person name={nameOf(createdBy)} />,
    },
    {
      key: 'age',
      label: t('list.age'),
      width: 72,
      wide: true,
      cell: ({ createdAt }) => (
        <span className="dim num" title={formatAge(createdAt)}>
          {formatSpan(createdAt)}
        </span>
      ),
    },
    {
      key: 'approvals',
      label: t('list.approvals'),
      width: 128,
      wide: true,
      cell: ({ given, needed }) => <Approvals given={given} needed={needed} />,
    },
    {
      key: 'next',
      label: '',
      width: 136,
      align: 'right',
      cell: (row) => <Next request={row} actionable={actionable} />,
    },
  ]
  return (
    <div ref={table} className={classes.table}>
      <Rows rows={rows} columns={columns} keyOf={({ id }) => id} label={t('title')} />
    </div>
  )
}

function Title({ request: { id, title, project } }: { request: RequestSearchItem }) {
  return (
    <>
      <Link
        to="/projects/$projectId/change-requests/$id"
        params={{ projectId: project, id: String(id) }}
        className={classes.title}
        data-row-link
      >
        {title}
      </Link>{' '}
      <span className="faint num">{t('list.number', { id })}</span>
    </>
  )
}

function Due({ schedule }: { schedule: RequestSchedule | undefined }) {
  if (schedule?.status !== 'pending') return null
  const { scheduledAt: at } = schedule
  return (
    <div className="faint small">
      <time dateTime={at} title={formatAge(at)}>
        {t('list.due', { at: formatMinute(at) })}
      </time>
    </div>
  )
}

/** The flags and segments that a request changes. */
function summaryOf({ features, segments }: RequestSearchItem): string {
  const [first, ...more] = [...features, ...segments]
  if (first === undefined) return t('list.nothing')
  return more.length === 0 ? first : t('list.andMore', { first, more: more.length })
}

function Next({ request, actionable }: { request: RequestSearchItem; actionable: boolean }) {
  const { user } = useSuspenseQuery(me).data
  const move = useMove()
  const { id, project, title, state, needed } = request
  const own = nextFor(request, user.id)
  const next = own ?? (actionable ? (state === 'Approved' ? 'apply' : 'review') : 'open')
  const label = next === 'send' && needed === 0 ? t('list.ready') : t(`list.${next}`)
  const name = t('list.of', { action: label, title })
  if (next === 'review' || next === 'open') {
    return (
      <Button
        component={Link}
        to={`/projects/${encodeURIComponent(project)}/change-requests/${id}` as string}
        variant="default"
        aria-label={name}
        className={classes.next}
      >
        {label}
      </Button>
    )
  }
  return (
    <Button
      variant="default"
      aria-label={name}
      className={classes.next}
      loading={move.isPending}
      onClick={() => move.mutate({ project, id, state: next === 'send' ? 'In review' : 'Applied' })}
    >
      {label}
    </Button>
  )
}
