import type { Home, HomeProblem, HomeQuery, WaitingItem } from '@flagstaff/contract/home'
import { searchRequests } from '../../changes/requests/index.ts'
import { listAccessRequests } from '../../people/users/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { readTogether } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { listFlags } from '../search/index.ts'
import { listUnknown } from '../usage/index.ts'
import { activityReader } from './activity.ts'
import { listProblems } from './problem-queries.ts'
import { findSetup, listOwnProjects, listPinnedProjects } from './queries.ts'
import { namesIn } from './rules.ts'

const MOST_ROWS = 50

export type ReadHome = (read: Reader, caller: Caller, query: HomeQuery) => Promise<Home>

export function homeReader(): ReadHome {
  const readActivity = activityReader()
  return (read, caller, query) =>
    readTogether(read, async (db) => {
      const names = namesIn(query.recent)
      const [waiting, problems, unknown, projects, flags, activity, setup] = await Promise.all([
        readWaiting(db, caller),
        listProblems(db, caller, MOST_ROWS),
        readUnknown(db, caller),
        listPinnedProjects(db, caller.viewer),
        listFlags(db, caller.viewer, names),
        readActivity(db, caller, query.activity),
        findSetup(db, caller.viewer),
      ])
      return {
        ...waiting,
        problems: [...problems.problems, ...unknown].slice(0, MOST_ROWS),
        problemsTotal: problems.total + unknown.length,
        pinned: { projects, flags: flags.filter(({ favorite }) => favorite) },
        recent: names.flatMap((name) => flags.find((flag) => flag.name === name) ?? []),
        activity,
        setup: setup ?? null,
      }
    })
}

/** Requests that wait for a review or for being applied by the caller, oldest first, and people who ask for access. */
async function readWaiting(db: Reader, caller: Caller): Promise<Pick<Home, 'waiting' | 'waitingTotal'>> {
  const search = { actionable: 'IS:true', sortOrder: 'asc', limit: String(MOST_ROWS) }
  const [{ changeRequests, total }, people] = await Promise.all([
    searchRequests(db, caller, search),
    caller.may('ADMIN', {}) ? listAccessRequests(db) : [],
  ])
  const requests = changeRequests.map((request): WaitingItem => {
    const { id, title, project, environment, state, schedule, createdBy, createdAt, given, needed } = request
    return {
      kind: state === 'In review' ? 'review' : 'apply',
      id: String(id),
      title,
      project,
      environment,
      author: createdBy.username ?? '',
      at: createdAt,
      scheduledAt: schedule?.scheduledAt ?? null,
      given,
      needed,
    }
  })
  const asking = people.map(
    ({ id, email, requestedAt }): WaitingItem => ({
      kind: 'access-request',
      id,
      title: email,
      project: null,
      environment: null,
      author: email,
      at: requestedAt,
      scheduledAt: null,
      given: 0,
      needed: 0,
    }),
  )
  return {
    waiting: [...requests, ...asking].slice(0, MOST_ROWS),
    waitingTotal: total + people.length,
  }
}

/** Names that applications of the caller's projects evaluate although no such flag exists. */
async function readUnknown(db: Reader, { viewer }: Caller): Promise<HomeProblem[]> {
  const usedIn = await listOwnProjects(db, viewer)
  if (usedIn.length === 0) return []
  const unknown = await listUnknown(db, viewer, { usedIn })
  return unknown
    .sort((one, other) => (one.lastSeenAt > other.lastSeenAt ? -1 : 1))
    .map(({ name, lastSeenAt, reports }) => ({
      kind: 'unknown-flag',
      name,
      project: null,
      environment: reports?.[0]?.environments[0]?.environment ?? null,
      at: lastSeenAt,
      detail: reports?.[0]?.appName ?? null,
    }))
}
