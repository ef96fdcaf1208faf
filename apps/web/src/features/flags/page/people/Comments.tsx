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
  const { user } = useSuspenseQuery(me).data
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    flagComments(place),
  )
  const mayDeleteAll = useCan('UPDATE_PROJECT', { project: place.project }) === undefined
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingCards cards={[2, 2]} />
  const comments = data.pages.toReversed().flatMap((page) => page.comments)
  return (
    <section className={classes.comments} aria-label={t('comments.title')}>
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
      {comments.length === 0 && (
        <div className={classes.none}>
          <h2>{t('comments.none')}</h2>
          <p className="dim">{t('comments.noneText')}</p>
        </div>
      )}
      {comments.length > 0 && (
        <ol className={classes.list} aria-label={t('comments.list')}>
          {comments.map((comment) => {
            const isOwn = comment.createdBy.id === user.id
            return (
              <Comment
                key={comment.id}
                place={place}
                comment={comment}
                isOwn={isOwn}
                mayDelete={isOwn || mayDeleteAll}
              />
            )
          })}
        </ol>
      )}
      <NewComment place={place} />
    </section>
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
