import { createHash } from 'node:crypto'
import type { InstanceStatistics } from '@flagstaff/contract/statistics'
import type { Counts } from './queries.ts'

type Unsigned = Omit<InstanceStatistics, 'sum'>
/** What the database does not know. */
export type Surroundings = Pick<
  Unsigned,
  'timestamp' | 'versionOSS' | 'SAMLenabled' | 'OIDCenabled' | 'passwordAuthEnabled'
>

export function toStatistics(counts: Counts, around: Surroundings): InstanceStatistics {
  const statistics: Unsigned = {
    instanceId: counts.instanceId,
    ...around,
    users: counts.users,
    activeUsers: {
      last7: counts.active7,
      last30: counts.active30,
      last60: counts.active60,
      last90: counts.active90,
    },
    licensedUsers: counts.licensedUsers,
    readOnlyUsers: counts.readOnlyUsers,
    serviceAccounts: counts.serviceAccounts,
    featureToggles: counts.featureToggles,
    archivedFeatureToggles: counts.archivedFeatureToggles,
    projects: counts.projects,
    contextFields: counts.contextFields,
    roles: counts.roles,
    customRootRoles: counts.customRootRoles,
    customRootRolesInUse: counts.customRootRolesInUse,
    groups: counts.groups,
    environments: counts.environments,
    segments: counts.segments,
    strategies: counts.strategies,
    SCIMenabled: counts.hasScim,
    clientApps: [
      { range: 'allTime', count: counts.allApps },
      { range: '30d', count: counts.apps30 },
      { range: '7d', count: counts.apps7 },
    ],
    apiTokens: {
      admin: counts.adminTokens,
      client: counts.clientTokens,
      backend: counts.clientTokens,
      frontend: counts.frontendTokens,
    },
    featureExports: counts.featureExports,
    featureImports: counts.featureImports,
    productionChanges: {
      last30: counts.production30,
      last60: counts.production60,
      last90: counts.production90,
    },
    previousDayMetricsBucketsCount: {
      enabledCount: counts.enabledBuckets,
      variantCount: counts.variantBuckets,
    },
    maxEnvironmentStrategies: counts.maxEnvironmentStrategies,
    maxConstraints: counts.maxConstraints,
    maxConstraintValues: counts.maxConstraintValues,
    releaseTemplates: counts.releaseTemplates,
    releasePlans: counts.releasePlans,
  }
  return { ...statistics, sum: sumOf(statistics) }
}

type Plain = string | number | boolean | null

/** Nested values get names with a dot, such as `activeUsers.last7` and `clientApps.30d`. */
export function flatten(statistics: Unsigned): Record<string, Plain> {
  const { clientApps, ...rest } = statistics
  const ranges = Object.fromEntries(clientApps.map(({ range, count }) => [range, count]))
  return Object.fromEntries(
    Object.entries({ ...rest, clientApps: ranges }).flatMap(([key, value]): [string, Plain][] =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).map(([inner, count]) => [`${key}.${inner}`, count])
        : [[key, value]],
    ),
  )
}

/** Without the time, so that equal statistics have equal sums. */
function sumOf(statistics: Unsigned): string {
  const { timestamp: _, ...values } = flatten(statistics)
  const lines = Object.entries(values).map(([key, value]) => `${key}=${value}`)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}
