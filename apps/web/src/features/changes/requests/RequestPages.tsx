import { Button } from '@mantine/core'
import { IconGitPullRequest } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import classes from './lists.module.css'
import { type MessageKey, t } from './messages.ts'
import { type RequestFilter, requestPages } from './queries.ts'
import { RequestTable } from './RequestTable.tsx'
import { projectRequests, schedulesIn } from './scheduleQueries.ts'

type RequestPagesProps = {
  filter: RequestFilter
  /** The key of its texts when it is empty. */
  empty: 'review' | 'mine' | 'scheduled' | 'all' | 'open' | 'closed'
  withProject?: boolean
  /** Shows when scheduled requests of this project are applied. */
  schedulesOf?: string
}

/** The requests that match, a page at a time. */
export function RequestPages({ filter, empty, withProject = false, schedulesOf }: RequestPagesProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    requestPages(filter),
  )
  const rows = data?.pages.flatMap(({ changeRequests }) => changeRequests)
  const { data: schedules } = useQuery({
    ...projectRequests(schedulesOf ?? ''),
    select: schedulesIn,
    enabled: schedulesOf !== undefined && rows?.some(({ state }) => state === 'Scheduled') === true,
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!rows) return <Loading />
  if (rows.length === 0) {
    return (
      <State
        icon={<IconGitPullRequest size={20} stroke={1.5} />}
        title={t(`empty.${empty}`)}
        text={t(`empty.${empty}Text` as MessageKey)}
      />
    )
  }
  return (
    <>
      <RequestTable
        rows={rows}
        actionable={filter.actionable !== undefined}
        withProject={withProject}
        schedules={schedules}
      />
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
    </>
  )
}
