import type { NewEvent } from '../../platform/write/write.ts'

type About = {
  project: string
  flag: string
  tags: readonly { type: string; value: string }[]
  commentId: number
}

/** `mentions` are the people who are notified. The event log does not contain the text, so that it can be deleted. */
export const commentEvent = (
  type: 'feature-comment-added' | 'feature-comment-updated',
  { commentId, ...place }: About,
  mentions: readonly number[],
): NewEvent => ({ type, ...place, data: { commentId, mentions } })

export const commentDeleted = ({ commentId, ...place }: About, author: string): NewEvent => ({
  type: 'feature-comment-deleted',
  ...place,
  preData: { commentId, author },
})
