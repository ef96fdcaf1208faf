import type {
  ChangeRequest,
  RequestComment,
  RequestCounts,
  RequestedChange,
  RequestPerson,
  RequestSchedule,
  Review,
} from '@flagstaff/contract/requests'
import { type Selectable, sql } from 'kysely'
import type { Static } from 'typebox'
import { completeStored } from '../../../flags/index.ts'
import { accountColumns, toUser } from '../../../people/auth/index.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { sees, type Viewer } from '../../../platform/write/actor.ts'
import { isAutomatic } from '../changes/automatic.ts'
import { listBrokenSchedules } from '../conflicts/broken-queries.ts'
import { findConflicts } from '../conflicts/queries.ts'
import {
  listChanges,
  type Schedule,
  type StoredChange,
  type StoredEffect,
  type StoredRequest,
  selectRequests,
  toRequest,
} from '../queries.ts'
import { listApprovals } from '../review/queries.ts'
import { count, isOpen } from '../rules.ts'
import { shownEffects } from './effects.ts'

const MOST_LISTED = 300

/** The draft of a person is visible to its author only. */
export const visibleTo = ({ userId }: Viewer) =>
  sql<boolean>`(state <> 'Draft' or author_id = ${userId} or author_type <> 'user')`

type Ref = { project: string; id: number }

/** A request that the viewer can see. */
export async function findVisible(db: Reader, viewer: Viewer, { project, id }: Ref): Promise<StoredRequest> {
  const row = sees(viewer, project)
    ? await selectRequests(db)
        .where('project', '=', project)
        .where('id', '=', id)
        .where(visibleTo(viewer))
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('change request', id)
  return toRequest(row)
}

export async function readRequest(db: Reader, viewer: Viewer, ref: Ref): Promise<ChangeRequest> {
  const [request] = await present(db, viewer, [await findVisible(db, viewer, ref)])
  return request as ChangeRequest
}

type Choice = { project: string; open?: boolean; author?: number; flag?: string }

/** The newest requests of a project. */
export async function listRequests(
  db: Reader,
  viewer: Viewer,
  { project, open = false, author, flag }: Choice,
): Promise<ChangeRequest[]> {
  if (!sees(viewer, project)) throw notFound('project', project)
  let query = selectRequests(db).where('project', '=', project).where(visibleTo(viewer))
  if (open) query = query.where('state', 'in', ['Draft', 'In review', 'Approved', 'Scheduled'])
  if (author !== undefined) query = query.where('author_id', '=', author)
  if (flag !== undefined)
    query = query.where(
      sql<boolean>`exists (select from request_changes c where c.request = change_requests.id and c.flag = ${flag})`,
    )
  const rows = await query.orderBy('id', 'desc').limit(MOST_LISTED).execute()
  return present(db, viewer, rows.map(toRequest))
}

async function present(
  db: Reader,
  viewer: Viewer,
  requests: readonly StoredRequest[],
): Promise<ChangeRequest[]> {
  const ids = requests.map(({ id }) => id)
  const [changes, reviews, comments, approvals] = await Promise.all([
    listChanges(db, ids),
    listReviews(db, ids),
    listComments(db, ids),
    listApprovals(db, requests),
  ])
  const open = requests.filter(({ state }) => isOpen(state))
  const conflicts = await findConflicts(db, open, changes)
  const breaks = await listBrokenSchedules(db, viewer, open, changes)
  const people = await listPeople(db, [
    ...requests.map(({ authorId }) => authorId),
    ...changes.map(({ authorId }) => authorId),
    ...reviews.map((review) => review.user_id),
    ...comments.map((comment) => comment.user_id),
  ])
  const person = personIn(people)
  return requests.map((request) => {
    const own = changes.filter((change) => change.request === request.id)
    const given = reviews.filter((review) => review.request === request.id)
    const toReview = (review: ReviewRow): Static<typeof Review> => ({
      createdBy: person(review.user_id, review.user_name),
      createdAt: review.created_at.toISOString(),
    })
    const counted = count(request.affects, approvals.get(request.id) ?? [])
    const [conflict] = own.flatMap(({ id }) => conflicts.get(id) ?? [])
    const seen = counted.filter(({ project }) => sees(viewer, project))
    return {
      ...changesOf(request, own, { conflicts, breaks }, person),
      id: request.id,
      title: request.title ?? `Change request ${request.id}`,
      project: request.project,
      environment: request.environment,
      state: request.state,
      minApprovals: request.minApprovals,
      createdBy: person(request.authorId, request.authorName),
      createdAt: request.createdAt.toISOString(),
      approvals: given.filter(({ verdict }) => verdict === 'approved').map(toReview),
      rejections: given.filter(({ verdict }) => verdict === 'rejected').map(toReview),
      comments: comments
        .filter((comment) => comment.request === request.id)
        .map(
          (comment): Static<typeof RequestComment> => ({
            id: comment.id,
            text: comment.text,
            createdBy: person(comment.user_id, comment.user_name),
            createdAt: comment.created_at.toISOString(),
          }),
        ),
      stateTimestamps: Object.fromEntries(
        Object.entries(request.stateTimes).map(([state, at]) => [state, new Date(at).toISOString()]),
      ),
      ...(conflict === undefined ? {} : { conflict }),
      ...(request.schedule && isOpen(request.state) ? { schedule: scheduleOf(request.schedule) } : {}),
      ...(request.until === null ? {} : { until: request.until.toISOString() }),
      ...(request.returns === null ? {} : { returns: request.returns }),
      edition: request.edition,
      affects: seen,
      hidden: counted.length - seen.length,
      objectVersion: request.objectVersion,
    }
  })
}

export const scheduleOf = ({ at, status, reason }: Schedule): RequestSchedule => ({
  scheduledAt: at.toISOString(),
  ...(status === 'pending' ? { status } : { status, reason }),
})

/** By change: why it no longer fits, and the scheduled requests that no longer fit after it. */
type Findings = {
  conflicts: ReadonlyMap<number, string>
  breaks: ReadonlyMap<number, { id: number; title: string }[]>
}

type Named = (id: number, name: string) => RequestPerson

function changesOf(
  request: StoredRequest,
  changes: readonly StoredChange[],
  { conflicts, breaks }: Findings,
  person: Named,
): Pick<ChangeRequest, 'features' | 'segments'> {
  const toChange = (change: StoredChange): RequestedChange => {
    const conflict = conflicts.get(change.id)
    return {
      id: change.id,
      action: change.action,
      ...(change.environment === request.environment ? {} : { environment: change.environment }),
      ...payloadOf(change),
      ...(conflict === undefined ? {} : { conflict }),
      ...(isAutomatic(change) ? { automatic: true as const } : {}),
      createdBy: person(change.authorId, change.authorName),
      createdAt: change.createdAt.toISOString(),
    }
  }
  const flags = Map.groupBy(
    changes.filter(({ flag }) => flag !== null),
    ({ flag }) => flag ?? '',
  )
  return {
    features: [...flags].map(([name, of]) => {
      const [conflict] = of.flatMap(({ id }) => conflicts.get(id) ?? [])
      return { name, ...(conflict === undefined ? {} : { conflict }), changes: of.map(toChange) }
    }),
    segments: changes
      .filter(({ segment }) => segment !== null)
      .map((change) => {
        const broken = [...(breaks.get(change.id) ?? [])]
        return {
          ...toChange(change),
          name: (change.snapshot as { name?: string } | undefined)?.name ?? '',
          ...(broken.length > 0 ? { scheduleConflicts: { changeRequests: broken } } : {}),
        }
      }),
  }
}

/** Changes of something that exists carry it as it was when the change was made. */
function payloadOf({ payload, snapshot }: StoredChange): { payload?: unknown } {
  if (payload === undefined) return {}
  return { payload: snapshot === undefined || Array.isArray(payload) ? payload : { ...payload, snapshot } }
}

type ReviewRow = Selectable<Tables['request_reviews']>

const listReviews = (db: Reader, requests: readonly number[]) =>
  db
    .selectFrom('request_reviews')
    .selectAll()
    .where('request', '=', sql<number>`any(${requests})`)
    .orderBy('created_at')
    .execute()

const listComments = (db: Reader, requests: readonly number[]) =>
  db
    .selectFrom('request_comments')
    .selectAll()
    .where('request', '=', sql<number>`any(${requests})`)
    .orderBy('id')
    .execute()

export const listPeople = async (db: Reader, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', sql<number>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, toUser(row)]))
}

/** The account, or what was recorded of it if it was deleted or never was one. */
export const personIn =
  (people: Awaited<ReturnType<typeof listPeople>>): Named =>
  (id, recorded) => {
    const account = people.get(id)
    return {
      id,
      username: account?.username ?? account?.email ?? recorded,
      name: account?.name ?? recorded,
      imageUrl: account?.imageUrl ?? null,
    }
  }

export async function countRequests(db: Reader, viewer: Viewer, project: string): Promise<RequestCounts> {
  if (!sees(viewer, project)) throw notFound('project', project)
  const rows = await db
    .selectFrom('change_requests')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('project', '=', project)
    .where(visibleTo(viewer))
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    approved: of('Approved'),
    applied: of('Applied'),
    rejected: of('Rejected'),
    reviewRequired: of('In review'),
    scheduled: of('Scheduled'),
  }
}

/** What a request would change, as it was rehearsed when it was last edited. */
export async function readEffects(db: Reader, viewer: Viewer, ref: Ref) {
  await findVisible(db, viewer, ref)
  const { effects } = await db
    .selectFrom('change_requests')
    .select('effects')
    .where('id', '=', ref.id)
    .executeTakeFirstOrThrow()
  const all = shownEffects(completeStored(effects as StoredEffect[]))
  const seen = all.filter(({ project }) => sees(viewer, project))
  return { effects: seen, hidden: all.length - seen.length }
}
