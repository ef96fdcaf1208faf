import { readAccess } from '../../../people/access/index.ts'
import { openMailer, reviewRequested } from '../../../people/mail/index.ts'
import type { Job } from '../../../platform/background/jobs.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { findRequest, listChanges, type StoredRequest } from '../queries.ts'
import { findReviewer } from './queries.ts'

const REVIEW_MAIL = 'mail-review-request'
type ReviewMail = { project: string; id: number; reviewer: number }

export const sendReviewMail = (tx: Tx, { project, id }: StoredRequest, reviewer: number) =>
  tx.send(REVIEW_MAIL, { project, id, reviewer } satisfies ReviewMail)

/** Emails the accounts that were asked for a review, if it is still needed when the email is sent. */
export function reviewMails({ read, settings }: Pick<Handles, 'read' | 'settings'>): Job[] {
  const send = settings.mail && openMailer(settings.mail)
  return [
    {
      name: REVIEW_MAIL,
      async run(data) {
        if (!send) return
        const { project, id, reviewer } = data as ReviewMail
        const [request, user, { projects }] = await Promise.all([
          findRequest(read, project, id),
          findReviewer(read, reviewer),
          readAccess(read, reviewer),
        ])
        if (request?.state !== 'In review' || !user?.email) return
        if (projects !== 'all' && !projects.has(project)) return
        const changes = await listChanges(read, [id])
        const letter = reviewRequested({
          name: user.name ?? user.email,
          author: request.authorName,
          title: request.title ?? `Change request ${id}`,
          place: `${project} · ${request.environment}`,
          changes: changes.length,
          url: `${settings.url}${settings.basePath}/projects/${encodeURIComponent(project)}/change-requests/${id}`,
        })
        await send({ address: user.email, name: user.name ?? undefined }, letter)
      },
    },
  ]
}
