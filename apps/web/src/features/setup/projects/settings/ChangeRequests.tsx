import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../../lib/session.ts'
import { LoadingCards } from '../../../../ui/Loading.tsx'
import { ReadOnly } from '../../../../ui/Refused.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import { t } from '../messages.ts'
import type { PlaceProps } from './place.ts'
import { ReviewCard } from './ReviewCard.tsx'
import { reviewSettings } from './reviewQueries.ts'
import classes from './reviews.module.css'

/** Which environments of the project are protected, and what a review needs there. */
export function ChangeRequests({ id }: PlaceProps) {
  const { data, error, refetch } = useQuery(reviewSettings(id))
  const refusal = useCan(['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'], { project: id })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingCards cards={[4, 1]} />
  return (
    <>
      <div className={classes.intro}>
        <h1>{t('settings.changeRequests')}</h1>
        <p className="dim">{t('reviews.text')}</p>
        {refusal && <ReadOnly why={refusal} />}
      </div>
      {data.map((stored) => (
        <ReviewCard key={stored.environment} project={id} stored={stored} refusal={refusal} />
      ))}
      <p className={`${classes.foot} faint small`}>{t('reviews.weaker')}</p>
    </>
  )
}
