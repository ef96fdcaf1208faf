import type { RequestState } from '@flagstaff/contract/requests'
import Type from 'typebox'
import { AppError, forbidden, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write/write.ts'
import { hasAccount, lockRequest, type StoredRequest } from './queries.ts'
import { isEditable, mayFollow } from './rules.ts'

export const Target = Type.Object({ project: Type.String(), id: Type.Integer() })
export type Target = { project: string; id: number }

export const inProject = ({ project }: Target) => ({ project })

/** The draft of a person exists only for its author. Others see those of service accounts and tokens. */
export const isPrivate = ({ state, authorType }: StoredRequest): boolean =>
  state === 'Draft' && authorType === 'user'

/** Locks a request that the caller sees. */
export async function lockSeen(tx: Tx, { project, id }: Target): Promise<StoredRequest> {
  return requireSeen(tx, await lockRequest(tx, project, id), id)
}

export function requireSeen(tx: Tx, request: StoredRequest | undefined, id: number): StoredRequest {
  if (!request || (isPrivate(request) && !isAuthor(tx, request))) throw notFound('change request', id)
  return request
}

/** Locks a request that the caller wrote and can still edit. */
export async function lockOwn(tx: Tx, target: Target): Promise<StoredRequest> {
  const request = await lockSeen(tx, target)
  if (!isAuthor(tx, request)) throw forbidden('Only the author of a change request can change it.')
  if (!isEditable(request.state)) throw new AppError('wrongState', { from: request.state, to: 'edited' })
  return request
}

/** Locks a draft that the caller can send to review. */
export async function lockToSubmit(tx: Tx, target: Target): Promise<StoredRequest> {
  const request = await lockSeen(tx, target)
  return request.authorType === 'user' ? lockOwn(tx, target) : request
}

/** Admin tokens have no account: those with the same name are the same author. */
export const isAuthor = (
  { actor }: Pick<Tx, 'actor'>,
  { authorType, authorId, authorName }: Pick<StoredRequest, 'authorType' | 'authorId' | 'authorName'>,
): boolean =>
  hasAccount(actor) ? actor.id === authorId : actor.type === authorType && actor.name === authorName

export function requireFollowing({ state }: StoredRequest, to: RequestState) {
  if (!mayFollow(state, to)) throw new AppError('wrongState', { from: state, to })
}
