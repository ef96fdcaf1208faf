import { listHolders } from '../../../people/access/index.ts'
import { follower } from '../../../platform/background/follower.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { findReview, insertNotifications } from './queries.ts'
import { type Reason, reasonsOf } from './rules.ts'

/** Makes notifications from events. Events that concern nobody cost no statement. */
export const notify = follower('insight/notifications', 'notifications', async ({ db, read }, events) => {
  const reasons = reasonsOf(events)
  if (reasons.length === 0) return
  const all: Reason[] = []
  // The latest event first: who is asked and sent the request at once is notified of the review.
  for (const reason of reasons.toReversed()) {
    const told = all.flatMap((one) =>
      one.audience === 'reviewers' && one.request === reason.request ? one.accounts : [],
    )
    const accounts = reason.audience === 'reviewers' ? await listReviewers(read, reason) : reason.accounts
    all.push({ ...reason, accounts: accounts.filter((id) => !told.includes(id)) })
  }
  await insertNotifications(db, all)
})

/** Those who were asked and do not know it yet; if nobody was asked, everyone who can approve. */
async function listReviewers(read: Reader, { request }: Reason): Promise<number[]> {
  const review = request === null ? undefined : await findReview(read, request)
  if (!review) return []
  if (review.asked.length > 0) return review.asked.filter((id) => !review.notified.includes(id))
  const lists = await Promise.all(
    review.affects.map((place) => listHolders(read, 'APPROVE_CHANGE_REQUEST', place, { peopleOnly: true })),
  )
  return [...new Set(lists.flatMap(({ accounts }) => accounts.map(({ id }) => id)))]
}
