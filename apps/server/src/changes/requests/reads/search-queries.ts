import {
  type RequestSearchItem,
  type RequestSearchQuery,
  type RequestState,
  requestStates,
} from '@flagstaff/contract/requests'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/http/page.ts'
import { type Caller, confinedTo } from '../../../platform/write/actor.ts'
import { listChanges, type StoredRequest, selectRequests, toRequest } from '../queries.ts'
import { listApprovals } from '../review/queries.ts'
import { count, isOpen } from '../rules.ts'
import { listActionable } from './actionable-queries.ts'
import { listPeople, personIn, scheduleOf, visibleTo } from './queries.ts'

const PAGE = { usual: 50, most: 100 }

/** A page of the requests in all projects that the caller sees. */
export async function searchRequests(db: Reader, caller: Caller, query: RequestSearchQuery) {
  const matches = await conditionOf(db, caller, query)
  const { limit, offset } = pageOf(query, PAGE)
  const [rows, { total }] = await Promise.all([
    selectRequests(db)
      .where(matches)
      .orderBy('id', query.sortOrder === 'asc' ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('change_requests')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(matches)
      .executeTakeFirstOrThrow(),
  ])
  return { changeRequests: await toItems(db, rows.map(toRequest)), total }
}

async function conditionOf(
  db: Reader,
  caller: Caller,
  { createdBy, requestedApproverId, state, project, actionable }: RequestSearchQuery,
): Promise<RawBuilder<boolean>> {
  const seen = confinedTo(caller.viewer)
  const conditions = [visibleTo(caller.viewer)]
  if (seen) conditions.push(sql`project = any(${seen})`)
  if (project) conditions.push(sql`project = any(${valuesIn(project)})`)
  if (createdBy) conditions.push(sql`author_id = any(${valuesIn(createdBy).map(Number)})`)
  if (requestedApproverId)
    conditions.push(sql`exists (select from request_reviewers r where r.request = change_requests.id
      and r.user_id = any(${valuesIn(requestedApproverId).map(Number)}))`)
  if (state) conditions.push(sql`state = any(${statesIn(state)})`)
  if (actionable === 'IS:true') conditions.push(sql`id = any(${await listActionable(db, caller)})`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const valuesIn = (filter: string) => filter.slice(filter.indexOf(':') + 1).split(',')

function statesIn(filter: string): RequestState[] {
  const [wanted] = valuesIn(filter)
  return requestStates.filter((state) =>
    wanted === 'open' ? isOpen(state) : wanted === 'closed' ? !isOpen(state) : state === wanted,
  )
}

async function toItems(db: Reader, requests: readonly StoredRequest[]): Promise<RequestSearchItem[]> {
  const ids = requests.map(({ id }) => id)
  const [changes, approvals, people] = await Promise.all([
    listChanges(db, ids),
    listApprovals(db, requests),
    listPeople(
      db,
      requests.map(({ authorId }) => authorId),
    ),
  ])
  const person = personIn(people)
  return requests.map((request) => {
    const own = changes.filter((change) => change.request === request.id)
    const counted = count(request.affects, approvals.get(request.id) ?? [])
    return {
      id: request.id,
      title: request.title ?? `Change request ${request.id}`,
      project: request.project,
      environment: request.environment,
      state: request.state,
      ...(request.schedule && isOpen(request.state) ? { schedule: scheduleOf(request.schedule) } : {}),
      createdAt: request.createdAt.toISOString(),
      createdBy: person(request.authorId, request.authorName),
      features: [...new Set(own.flatMap(({ flag }) => flag ?? []))],
      segments: [
        ...new Set(
          own
            .filter(({ segment }) => segment !== null)
            .map(({ snapshot }) => (snapshot as { name?: string } | undefined)?.name ?? ''),
        ),
      ],
      // Approvals beyond those that one environment needs don't count for another one.
      given: counted.reduce((sum, { given, needed }) => sum + Math.min(given, needed), 0),
      needed: counted.reduce((sum, { needed }) => sum + needed, 0),
    }
  })
}
