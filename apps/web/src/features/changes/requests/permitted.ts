import type { Permission } from '@flagstaff/contract/permissions'
import type { ChangeRequest, RequestState } from '@flagstaff/contract/requests'
import type { Refusal } from '../../../lib/session.ts'
import { t } from './messages.ts'

type Place = { project: string; environment: string }

/** Who looks at a request. */
export type Reader = {
  id: number
  isAdmin: boolean
  /** Whether administrators can approve their own requests here. */
  adminsApproveOwn: boolean
  refusal(wanted: Permission, place: Place): Refusal
}

export type Action =
  | 'approve'
  | 'reject'
  | 'apply'
  | 'schedule'
  | 'send'
  | 'cancel'
  | 'discard'
  | 'rename'
  | 'edit'

/** The actions that fit the state, each with the reason if the reader is not allowed to take it. */
export type Permitted = Partial<Record<Action, { why: Refusal }>>

const editable: readonly RequestState[] = ['Draft', 'In review', 'Approved']

export function permittedFor(request: ChangeRequest, reader: Reader): Permitted {
  const { state } = request
  const isAuthor = request.createdBy.id === reader.id
  const places = placesOf(request)
  const own: Permitted = editable.includes(state)
    ? {
        rename: { why: isAuthor ? undefined : t('why.author') },
        edit: { why: isAuthor ? undefined : t('why.author') },
      }
    : {}
  const cancel = { why: isAuthor || reader.isAdmin ? undefined : t('why.authorOrAdmin') }
  const reject = { why: some(places, (place) => reader.refusal('APPROVE_CHANGE_REQUEST', place)) }
  const isReturn = request.returns !== undefined && request.affects.length > 0
  const isShort = request.affects.some(({ given, needed }) => given < needed)
  const apply = { why: applying(request, reader) ?? (isShort ? t('why.lapsed') : undefined) }
  // Someone who approved it can no longer do so: it needs another approval.
  const again: Permitted = isShort ? { approve: { why: approving(request, reader) } } : {}
  switch (state) {
    case 'Draft': {
      const isEmpty = request.features.length + request.segments.length === 0
      return { ...own, send: { why: isEmpty ? t('why.empty') : undefined }, discard: { why: undefined } }
    }
    case 'In review':
      return { ...own, approve: { why: approving(request, reader) }, reject, cancel }
    case 'Approved':
      return { ...own, ...again, apply, schedule: apply, reject, cancel }
    case 'Scheduled':
      return {
        ...again,
        apply,
        schedule: apply,
        reject: isReturn
          ? { why: prolonging(request, reader) }
          : isAuthor || reader.isAdmin
            ? { why: undefined }
            : reject,
      }
    default:
      return {}
  }
}

function approving(request: ChangeRequest, reader: Reader): Refusal {
  const missing = some(placesOf(request), (place) => reader.refusal('APPROVE_CHANGE_REQUEST', place))
  if (missing) return missing
  if (request.createdBy.id === reader.id && !(reader.isAdmin && reader.adminsApproveOwn)) return t('why.own')
  if (request.approvals.some(({ createdBy }) => createdBy.id === reader.id)) return t('why.approved')
  return request.conflict ? t('why.conflict') : undefined
}

/** Who rejects the end of a temporary change keeps the change. */
function prolonging(request: ChangeRequest, reader: Reader): Refusal {
  const isIndependent = request.createdBy.id !== reader.id || (reader.isAdmin && reader.adminsApproveOwn)
  const missing = every(placesOf(request), (place) => reader.refusal('APPROVE_CHANGE_REQUEST', place))
  return isIndependent && !missing ? undefined : t('why.return')
}

function applying(request: ChangeRequest, reader: Reader): Refusal {
  const missing =
    request.createdBy.id === reader.id
      ? undefined
      : every(placesOf(request), (place) => reader.refusal('APPLY_CHANGE_REQUEST', place))
  return missing ?? (request.conflict ? t('why.conflict') : undefined)
}

/** Where permissions count: the protected environments that the request changes, otherwise its own. */
const placesOf = ({ affects, project, environment }: ChangeRequest): Place[] =>
  affects.length > 0 ? affects : [{ project, environment }]

/** One place without a refusal is enough. */
function some(places: readonly Place[], refusal: (place: Place) => Refusal): Refusal {
  const refusals = places.map(refusal)
  return refusals.includes(undefined) ? undefined : refusals[0]
}

const every = (places: readonly Place[], refusal: (place: Place) => Refusal): Refusal =>
  places.map(refusal).find(Boolean)

/** What the author of a request would do next with it, from a list. */
export const nextFor = (
  { state, createdBy }: { state: RequestState; createdBy: { id: number } },
  reader: number,
): 'send' | 'apply' | undefined => {
  if (createdBy.id !== reader) return undefined
  return state === 'Draft' ? 'send' : state === 'Approved' ? 'apply' : undefined
}
