import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button } from '@mantine/core'
import { IconGitMerge, IconGitPullRequest, IconMapQuestion, IconShieldCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { formatAge, formatMinute, formatMoment } from '../../../lib/format.ts'
import { useLiveChange } from '../../../lib/live.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList } from '../../../lib/session.ts'
import { AskProvider } from '../../../ui/Ask.tsx'
import { Environment } from '../../../ui/Environment.tsx'
import { LoadingCards } from '../../../ui/Loading.tsx'
import { PageState } from '../../../ui/PageState.tsx'
import { nameOf, Person } from '../../../ui/Person.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { RequestRadius, TryRequest } from '../radius/index.ts'
import { Actions } from './Actions.tsx'
import { AlsoChanges } from './AlsoChanges.tsx'
import { Aside } from './Aside.tsx'
import { Changes } from './Changes.tsx'
import { t } from './messages.ts'
import classes from './page.module.css'
import { requestDetail } from './queries.ts'
import { RebaseButton } from './Renewals.tsx'
import { ScheduleAlert } from './ScheduleAlert.tsx'
import { StateBadge } from './StateBadge.tsx'
import { usePermitted } from './usePermitted.ts'

/** One request: what it changes, who approved it, and what to do next. */
export function RequestPage() {
  const { projectId: project, id } = useParams({ from: '/projects/$projectId/change-requests/$id' })
  const { data: projects } = useQuery(projectList)
  const { data, error, refetch } = useQuery(requestDetail({ project, id: Number(id) }))
  usePage([
    { label: projects?.find((one) => one.id === project)?.name ?? project, to: `/projects/${project}` },
    { label: t('title'), to: `/projects/${project}/change-requests` },
    { label: t('list.number', { id }) },
  ])
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <Missing />
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingCards title cards={[4, 4]} />
  return (
    <AskProvider>
      <Loaded request={data} />
    </AskProvider>
  )
}

function Loaded({ request }: { request: ChangeRequest }) {
  const permitted = usePermitted(request)
  const conflicts = conflictsOf(request)
  const mayEdit = permitted.edit !== undefined && !permitted.edit.why
  useConflictWatch(request)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.identity}>
          <IconGitPullRequest size={20} stroke={1.5} aria-hidden="true" />
          <h1>
            {request.title} <span className={classes.id}>{t('list.number', { id: request.id })}</span>
          </h1>
          <Actions request={request} permitted={permitted} />
        </div>
        <Facts request={request} conflicts={conflicts} />
      </header>
      <div className={classes.two}>
        <div className={classes.main}>
          <ScheduleAlert request={request} again={permitted.schedule} />
          {conflicts > 0 && !isEnded(request) && (
            <div className={classes.banner} role="note">
              <IconGitMerge size={20} stroke={1.5} aria-hidden="true" />
              <div>
                <b>{t('conflict.title', { count: conflicts })}</b>
                <p>
                  {t(
                    request.state === 'Scheduled'
                      ? 'conflict.scheduled'
                      : mayEdit
                        ? 'conflict.own'
                        : 'conflict.text',
                  )}
                </p>
              </div>
              {mayEdit && <RebaseButton request={request} />}
            </div>
          )}
          <Changes request={request} edit={permitted.edit} />
          <div className={classes.radius}>
            <Suspense>{hasRadius(request) && <RequestRadius {...refOf(request)} />}</Suspense>
          </div>
          {hasRadius(request) && request.features.length > 0 && (
            <Suspense>
              <TryRequest {...request} flags={request.features.map(({ name }) => name)} />
            </Suspense>
          )}
          <AlsoChanges request={request} />
        </div>
        <Aside request={request} permitted={permitted} />
      </div>
    </div>
  )
}

const OPEN: readonly string[] = ['Draft', 'In review', 'Approved', 'Scheduled']

/** A closed request changes nothing any more. */
const hasRadius = ({ state, features, segments }: ChangeRequest) =>
  OPEN.includes(state) && features.length + segments.length > 0

const refOf = ({ project, id, edition }: ChangeRequest) => ({ project, id, edition })

/** The alert of the schedule says why. */
const isEnded = ({ schedule }: ChangeRequest) => schedule !== undefined && schedule.status !== 'pending'

const conflictsOf = ({ features, segments }: ChangeRequest) =>
  [...features.flatMap(({ changes }) => changes), ...segments].filter(({ conflict }) => conflict).length

function Facts({ request, conflicts }: { request: ChangeRequest; conflicts: number }) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const { state, environment, createdBy, createdAt, edition, features, segments, schedule, until } = request
  const count = features.reduce((sum, { changes }) => sum + changes.length, segments.length)
  const things = features.length + segments.length
  const isOpen = state === 'In review' || state === 'Approved' || state === 'Scheduled'
  return (
    <div className={classes.facts}>
      <StateBadge state={state} schedule={schedule} />
      <Environment
        name={environment}
        type={environments.find(({ name }) => name === environment)?.type ?? ''}
        boxed
      />
      <span className={classes.fact}>
        <Person name={nameOf(createdBy)} />{' '}
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatAge(createdAt)}
        </time>
      </span>
      {edition > 1 && <span className={classes.fact}>{t('page.edition', { edition })}</span>}
      <span className={classes.fact}>
        {count === 0
          ? t('page.noChanges')
          : t(segments.length > 0 ? 'page.changes' : 'page.changesOfFlags', { changes: count, things })}
      </span>
      {schedule?.status === 'pending' && <Time text="page.applied" at={schedule.scheduledAt} />}
      {until !== undefined && <Time text="page.until" at={until} />}
      {state === 'Draft' && <span className={classes.fact}>{t('page.onlyYou')}</span>}
      {conflicts > 0 && (
        <span className={`${classes.fact} ${classes.bad}`}>
          <b>{t('page.conflicts', { count: conflicts })}</b>
        </span>
      )}
      {conflicts === 0 && isOpen && (
        <span className={`${classes.fact} ${classes.ok}`}>
          <IconShieldCheck size={14} stroke={1.75} aria-hidden="true" /> {t('page.noConflicts')}
        </span>
      )}
    </div>
  )
}

function Time({ text, at }: { text: 'page.applied' | 'page.until'; at: string }) {
  return (
    <span className={classes.fact}>
      <time dateTime={at}>{t(text, { at: formatMinute(at), age: formatAge(at) })}</time>
    </span>
  )
}

/** Changes of the same flags and segments can conflict with the request, so it is read again. */
function useConflictWatch({ project, id, features, segments }: ChangeRequest) {
  const cache = useQueryClient()
  useLiveChange(({ kind, flag }) => {
    const isConcerned =
      (kind === 'flag' && features.some(({ name }) => name === flag)) ||
      (kind === 'segment' && segments.length > 0)
    if (isConcerned) void cache.invalidateQueries({ queryKey: requestDetail({ project, id }).queryKey })
  })
}

/** It does not exist, or it is a draft of another account: both look the same. */
function Missing() {
  return (
    <PageState
      icon={<IconMapQuestion size={20} stroke={1.5} />}
      title={t('page.missing')}
      text={t('page.missingText')}
      action={
        <Button component={Link} to="/change-requests" variant="default">
          {t('page.inbox')}
        </Button>
      }
    />
  )
}
