import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

const Count = Type.Integer({ minimum: 0 })

export const InstanceStatistics = named(
  'instanceAdminStatsSchema',
  Type.Object(
    {
      instanceId: Type.String(),
      timestamp: Nullable(Type.String({ format: 'date-time' })),
      versionOSS: Type.String(),
      users: Count,
      activeUsers: Type.Object({ last7: Count, last30: Count, last60: Count, last90: Count }, closed),
      licensedUsers: Count,
      readOnlyUsers: Count,
      serviceAccounts: Count,
      featureToggles: Count,
      archivedFeatureToggles: Count,
      projects: Count,
      contextFields: Count,
      roles: Count,
      customRootRoles: Count,
      /** Those that an account or a group has. */
      customRootRolesInUse: Count,
      groups: Count,
      environments: Count,
      segments: Count,
      strategies: Count,
      SAMLenabled: Type.Boolean(),
      OIDCenabled: Type.Boolean(),
      passwordAuthEnabled: Type.Boolean(),
      SCIMenabled: Type.Boolean(),
      clientApps: Type.Array(
        Type.Object({ range: Type.Enum(['allTime', '30d', '7d']), count: Count }, closed),
      ),
      /** `client` is the older name of `backend`, with the same number. */
      apiTokens: Type.Object({ admin: Count, client: Count, backend: Count, frontend: Count }, closed),
      featureExports: Count,
      featureImports: Count,
      productionChanges: Type.Object({ last30: Count, last60: Count, last90: Count }, closed),
      previousDayMetricsBucketsCount: Type.Object({ enabledCount: Count, variantCount: Count }, closed),
      maxEnvironmentStrategies: Count,
      maxConstraints: Count,
      maxConstraintValues: Count,
      releaseTemplates: Count,
      releasePlans: Count,
      /** SHA-256 over the other values, without the time: it is equal if they are. */
      sum: Type.String(),
    },
    closed,
  ),
)
export type InstanceStatistics = Static<typeof InstanceStatistics>
