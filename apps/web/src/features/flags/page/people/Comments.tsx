import { Button } from '@mantine/core'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { me, useCan } from '../../../../lib/session.ts'
import { LoadingCards } from '../../../../ui/Loading.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import { useFlagPage, usePlace } from '../place.ts'
import type { Place } from '../queries.ts'
import { Comment } from './Comment.tsx'
import { CommentForm } from './CommentForm.tsx'
import { t } from './messages.ts'
import classes from './people.module.css'
import { flagComments, useAddComment } from './queries.ts'

/** The comments on a flag, and a field for the next one. */
export function Comments() {
  const place = usePlace()
  useFlagPage(place, t('comments.title'))
  const { data, error, refetch } = useInfiniteQuery(flagComments(place))
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingCards cards={[2, 2]} />
  return (
    <section className={classes.comments} aria-label={t('comments.title')}>
      {data.pages[0]?.total === 0 && (
        <div className={classes.none}>
          <h2>{t('comments.none')}</h2>
          <p className="dim">{t('comments.noneText')}</p>
        </div>
      )}
      <CommentList place={place} mayEdit />
      <NewComment place={place} />
    </section>
  )
}

/** The comments on an archived flag: they can be read and deleted, but not edited. */
export function ArchivedComments({ place }: { place: Place }) {
  const { data } = useInfiniteQuery(flagComments(place))
  if (!data?.pages[0]?.total) return null
  return (
    <section className={classes.comments} aria-labelledby="archived-comments">
      <h2 id="archived-comments">{t('comments.title')}</h2>
      <CommentList place={place} mayEdit={false} />
    </section>
  )
}

function CommentList({ place, mayEdit }: { place: Place; mayEdit: boolean }) {
  const { user } = useSuspenseQuery(me).data
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(flagComments(place))
  const mayDeleteAll = useCan('UPDATE_PROJECT', { project: place.project }) === undefined
  const comments = data?.pages.toReversed().flatMap((page) => page.comments) ?? []
  if (comments.length === 0) return null
  return (
    <>
      {hasNextPage && (
        <Button
          variant="subtle"
          color="gray"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('comments.older')}
        </Button>
      )}
      <ol className={classes.list} aria-label={t('comments.list')}>
        {comments.map((comment) => {
          const isOwn = comment.createdBy.id === user.id
          return (
            <Comment
              key={comment.id}
              place={place}
              comment={comment}
              mayEdit={isOwn && mayEdit}
              mayDelete={isOwn || mayDeleteAll}
            />
          )
        })}
      </ol>
    </>
  )
}

function NewComment({ place }: { place: Place }) {
  const add = useAddComment(place)
  return (
    <CommentForm
      project={place.project}
      label={t('comments.add')}
      busy={add.isPending}
      error={add.error}
      onSubmit={(text, clear) => add.mutate({ text }, { onSuccess: clear })}
    >
      <span className="faint small">{t('comments.hint')}</span>
    </CommentForm>
  )
}
