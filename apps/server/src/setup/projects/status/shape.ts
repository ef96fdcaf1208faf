import type { HealthReport, ProjectStatus } from '@flagstaff/contract/project-status'
import type { ProjectOverview, ProjectStats } from '@flagstaff/contract/projects'
import { debtOf, healthOf } from '../reads/health.ts'
import type { listFlagsForHealth, StatusRow } from './queries.ts'

export function statusOf(row: StatusRow): ProjectStatus {
  const stage = (name: string) => {
    const found = row.stages.find((one) => one.stage === name)
    return { averageDays: found?.days ?? null, currentFlags: found?.flags ?? 0 }
  }
  return {
    activityCountByDate: row.activity,
    health: { current: healthOf(row) },
    technicalDebt: { current: debtOf(row) },
    resources: { apiTokens: row.tokens, members: row.members, segments: row.segments },
    // The flags that lower the health.
    staleFlags: { total: row.stale + row.potentially_stale },
    lifecycleSummary: {
      initial: stage('initial'),
      preLive: stage('pre-live'),
      live: stage('live'),
      completed: stage('completed'),
      archived: { currentFlags: row.archived, last30Days: row.archived_lately },
    },
  }
}

type HealthFlags = Awaited<ReturnType<typeof listFlagsForHealth>>

export function reportOf(overview: ProjectOverview, flags: HealthFlags, stats: ProjectStats): HealthReport {
  const stale = flags.filter((flag) => flag.stale).length
  const potentiallyStale = flags.filter((flag) => flag.potentiallyStale && !flag.stale).length
  return {
    version: overview.version,
    name: overview.name,
    description: overview.description ?? null,
    defaultStickiness: overview.defaultStickiness ?? 'default',
    mode: overview.mode ?? 'open',
    featureLimit: overview.featureLimit ?? null,
    members: overview.members ?? 0,
    health: overview.health ?? 100,
    technicalDebt: overview.technicalDebt ?? 0,
    environments: overview.environments ?? [],
    features: flags.map(({ potentiallyStale: _, ...flag }) => ({
      ...flag,
      createdAt: flag.createdAt.toISOString(),
      environments: flag.environments ?? [],
    })),
    updatedAt: overview.updatedAt ?? null,
    createdAt: overview.createdAt ?? null,
    favorite: overview.favorite ?? false,
    stats,
    ...(overview.featureNaming ? { featureNaming: overview.featureNaming } : {}),
    potentiallyStaleCount: potentiallyStale,
    activeCount: flags.length - stale,
    staleCount: stale,
  }
}
