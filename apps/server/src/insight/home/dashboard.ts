import type { PersonalDashboard, PersonalDashboardProject } from '@flagstaff/contract/home'
import { imageOf } from '../../people/auth/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { readTogether } from '../../platform/database/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { findOverview, healthOf, listProjects } from '../../setup/projects/index.ts'
import { searchEvents, sightOf } from '../events/index.ts'
import {
  type HealthDay,
  listAdmins,
  listHealthDays,
  listMemberships,
  listOwnFlags,
  listOwnRoles,
} from './dashboard-queries.ts'

const LATEST = 10

export const readDashboard = (read: Reader, { viewer }: Caller): Promise<PersonalDashboard> =>
  readTogether(read, async (db) => {
    const [all, memberships, flags, admins] = await Promise.all([
      listProjects(db, viewer),
      listMemberships(db, viewer),
      listOwnFlags(db, viewer),
      listAdmins(db),
    ])
    return {
      projects: all.filter(({ id }) => memberships.has(id)).map(toListed),
      flags,
      admins: admins.map((account) => ({
        id: account.id,
        ...(account.name === null ? {} : { name: account.name }),
        ...(account.username === null ? {} : { username: account.username }),
        ...(account.email === null ? {} : { email: account.email }),
        imageUrl: imageOf(account),
      })),
      projectOwners: ownersOf(all),
    }
  })

type Listed = Awaited<ReturnType<typeof listProjects>>[number]

const toListed = ({ id, name, health, technicalDebt, memberCount, featureCount }: Listed) => ({
  id,
  name,
  health: health ?? 100,
  technicalDebt: technicalDebt ?? 0,
  memberCount: memberCount ?? 0,
  featureCount: featureCount ?? 0,
})

/** People who own any of these projects, each once. */
function ownersOf(projects: readonly Listed[]): PersonalDashboard['projectOwners'] {
  const people = new Map<string, PersonalDashboard['projectOwners'][number]>()
  for (const { owners } of projects)
    for (const owner of owners ?? [])
      if (owner.ownerType === 'user') people.set(JSON.stringify([owner.email, owner.name]), owner)
  return [...people.values()]
}

export const readDashboardProject = (
  read: Reader,
  caller: Caller,
  id: string,
): Promise<PersonalDashboardProject> =>
  readTogether(read, async (db) => {
    const { viewer } = caller
    const [overview, projects] = await Promise.all([findOverview(db, viewer, id), listProjects(db, viewer)])
    const project = projects.find((one) => one.id === id)
    if (!overview || !project) throw notFound('project', id)
    const [roles, { events }, days] = await Promise.all([
      listOwnRoles(db, viewer, id),
      searchEvents(db, sightOf(caller), { projects: [id], limit: LATEST, offset: 0 }),
      listHealthDays(db, id),
    ])
    const stale = project.staleFeatureCount ?? 0
    const { health, technicalDebt, featureCount: total } = toListed(project)
    return {
      owners: project.owners ?? [{ ownerType: 'system' }],
      roles,
      onboardingStatus: overview.onboardingStatus,
      latestEvents: events.map(({ id: revision, summary, createdBy, createdAt }) => ({
        id: revision,
        summary: summary ?? null,
        createdBy,
        createdByImageUrl: imageOf({ id: 0, username: createdBy, email: null, name: null }),
        createdAt,
      })),
      insights: {
        avgHealthCurrentWindow: averageHealth(days.filter(({ recent }) => recent)),
        avgHealthPastWindow: averageHealth(days.filter(({ recent }) => !recent)),
        totalFlags: total,
        activeFlags: total - stale,
        staleFlags: stale,
        potentiallyStaleFlags: project.potentiallyStaleFeatureCount ?? 0,
        health,
        technicalDebt,
      },
    }
  })

function averageHealth(days: readonly HealthDay[]): number | null {
  if (days.length === 0) return null
  const sum = days
    .map(({ total, stale, overdue }) => healthOf({ flags: total, stale, potentially_stale: overdue }))
    .reduce((one, other) => one + other)
  return Math.round(sum / days.length)
}
