import { AskReviewers, MoveRequest, RenameRequest } from '@flagstaff/contract/requests'
import Type from 'typebox'
import { AppError, forbidden, notAllowed } from '../../../platform/errors.ts'
import { command, executeAll } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { approvalsIn, requestEvent } from '../events.ts'
import { listChanges, type StoredRequest, setState, setTitle } from '../queries.ts'
import { isApproved } from '../rules.ts'
import { inProject, isAuthor, lockOwn, lockSeen, lockToSubmit, requireFollowing, Target } from '../target.ts'
import { countApprovals, insertComment, replaceReviewers, saveReview } from './queries.ts'
import { isAdmin, isIndependent, isReviewedReturn, requireProlonger, requireReviewer } from './reviewer.ts'

const WithComment = Type.Interface([Target], { comment: MoveRequest.properties.comment })

/** Asks for a review. Where nothing is protected, the author can apply the request at once. */
export const submitRequest = command({
  name: 'change-request.submit',
  input: WithComment,
  permission: 'authenticated',
  scope: inProject,
  openToProposers: () => true,
  load: lockToSubmit,
  current: (request) => request,
  async run(tx, { comment }, request) {
    requireFollowing(request, 'In review')
    const changes = await listChanges(tx.read, [request.id])
    if (changes.length === 0) throw notAllowed('The change request has no changes yet. Add one first.')
    note(tx, request)
    if (comment) await insertComment(tx, request.id, comment)
    tx.record(requestEvent('change-request-sent-to-review', request))
    if (request.affects.length > 0) return setState(tx, request.id, 'In review')
    const orders = changes.flatMap((change) => change.orders)
    await tx.rehearse(tx.caller, (inner) => executeAll(inner, orders))
    tx.record(requestEvent('change-request-approved', request))
    return setState(tx, request.id, 'Approved')
  },
})

const Approving = Type.Interface([WithComment], {
  edition: Type.Optional(Type.Integer()),
  /** The version of the request was compared with `If-Match`. */
  isMatched: Type.Optional(Type.Boolean()),
})

export const approveRequest = command({
  name: 'change-request.approve',
  input: Approving,
  permission: 'authenticated',
  scope: inProject,
  load: lockSeen,
  current: (request) => request,
  async run(tx, { comment, edition, isMatched = false }, request) {
    requireFollowing(request, 'Approved')
    requireReviewer(tx, request)
    requireEdition(request, edition, isMatched)
    if (!(await isIndependent(tx, request)))
      throw forbidden('You cannot approve your own change request. Ask someone else.')
    note(tx, request)
    await saveReview(tx, request, 'approved')
    if (comment) await insertComment(tx, request.id, comment)
    const counted = await countApprovals(tx.read, request)
    const data = { edition: request.edition, ...approvalsIn(request, counted) }
    if (request.state === 'In review' && isApproved(counted)) {
      await setState(tx, request.id, 'Approved')
      tx.record(requestEvent('change-request-approved', request, data))
    } else tx.record(requestEvent('change-request-approval-added', request, data))
  },
})

export const rejectRequest = command({
  name: 'change-request.reject',
  input: WithComment,
  permission: 'authenticated',
  scope: inProject,
  load: lockSeen,
  current: (request) => request,
  async run(tx, { comment }, request) {
    requireFollowing(request, 'Rejected')
    if (isReviewedReturn(request)) await requireProlonger(tx, request)
    else if (request.state !== 'Scheduled' || !(isAuthor(tx, request) || isAdmin(tx)))
      requireReviewer(tx, request)
    note(tx, request)
    await saveReview(tx, request, 'rejected')
    if (comment) await insertComment(tx, request.id, comment)
    await setState(tx, request.id, 'Rejected')
    tx.record(requestEvent('change-request-rejected', request, { edition: request.edition }))
  },
})

export const cancelRequest = command({
  name: 'change-request.cancel',
  input: WithComment,
  permission: 'authenticated',
  scope: inProject,
  load: lockSeen,
  current: (request) => request,
  async run(tx, { comment }, request) {
    requireFollowing(request, 'Cancelled')
    if (!isAuthor(tx, request) && !isAdmin(tx))
      throw forbidden('Only its author or an administrator can cancel a change request.')
    note(tx, request)
    if (comment) await insertComment(tx, request.id, comment)
    await setState(tx, request.id, 'Cancelled')
    tx.record(requestEvent('change-request-cancelled', request))
  },
})

export const renameRequest = command({
  name: 'change-request.set-title',
  input: Type.Interface([Target, RenameRequest], {}),
  permission: 'authenticated',
  scope: inProject,
  openToProposers: () => true,
  load: lockOwn,
  current: (request) => request,
  async run(tx, { title }, request) {
    await setTitle(tx, request.id, title.trim())
    note(tx, request)
    tx.record(requestEvent('change-request-renamed', { ...request, title: title.trim() }))
  },
})

export const commentOnRequest = command({
  name: 'change-request.comment',
  input: Type.Interface([Target], { text: Type.String() }),
  permission: 'authenticated',
  scope: inProject,
  openToProposers: () => true,
  load: lockSeen,
  async run(tx, { text }, request) {
    await insertComment(tx, request.id, text.trim())
    note(tx, request)
    tx.record(requestEvent('change-request-commented', request))
  },
})

/** Returns the accounts that were not asked before. They are notified, or will be when the review is requested. */
export const askReviewers = command({
  name: 'change-request.ask-reviewers',
  input: Type.Interface([Target, AskReviewers], {}),
  permission: 'authenticated',
  scope: inProject,
  load: lockOwn,
  current: (request) => request,
  async run(tx, { reviewers }, request) {
    const asked = await replaceReviewers(tx, request.id, reviewers)
    note(tx, request)
    tx.record(requestEvent('change-request-requested-approvers-updated', request, { reviewers }))
    return asked
  },
})

/** Nobody has seen another edition than the one that was sent to review, unless it was edited since. */
function requireEdition(
  { edition, submittedEdition }: StoredRequest,
  named: number | undefined,
  isMatched: boolean,
) {
  if (named !== undefined && named !== edition) throw new AppError('otherEdition', { edition })
  if (named === undefined && !isMatched && submittedEdition !== edition) throw new AppError('editionNeeded')
}

const note = (tx: Tx, { id }: StoredRequest) => tx.group('change-request', String(id))
