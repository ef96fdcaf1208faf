import { Button } from '@mantine/core'
import { IconGitPullRequest } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import classes from './lists.module.css'
import { type MessageKey, t } from './messages.ts'
import { type RequestFilter, requestPages } from './queries.ts'
import { RequestTable } from './RequestTable.tsx'

type RequestPagesProps = {
  filter: RequestFilter
  /** The key of its texts when it is empty. */
  empty: 'review' | 'mine' | 'scheduled' | 'all' | 'open' | 'closed'
  withProject?: boolean
  /** What to do when it is empty. */
  action?: ReactNode
}

/** The requests that match, a page at a time. */
export function RequestPages({ filter, empty, withProject = false, action }: RequestPagesProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    requestPages(filter),
  )
  const rows = data?.pages.flatMap(({ changeRequests }) => changeRequests)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!rows) return <Loading />
  if (rows.length === 0) {
    return (
      <State
        icon={<IconGitPullRequest size={20} stroke={1.5} />}
        title={t(`empty.${empty}`)}
        text={t(`empty.${empty}Text` as MessageKey)}
        action={action}
      />
    )
  }
  return (
    <>
      <RequestTable rows={rows} actionable={filter.actionable !== undefined} withProject={withProject} />
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
