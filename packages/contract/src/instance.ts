import Type, { type Static } from 'typebox'

import { Banner } from './banners.ts'
import { DoctorFinding } from './doctor.ts'
import { closed, Nullable, named } from './schema.ts'

export const ResourceLimits = named(
  'resourceLimitsSchema',
  Type.Object(
    {
      segmentValues: Type.Integer(),
      strategySegments: Type.Integer(),
      actionSetActions: Type.Integer(),
      actionSetsPerProject: Type.Integer(),
      actionSetFilters: Type.Integer(),
      actionSetFilterValues: Type.Integer(),
      signalEndpoints: Type.Integer(),
      signalTokensPerEndpoint: Type.Integer(),
      featureEnvironmentStrategies: Type.Integer(),
      constraintValues: Type.Integer(),
      constraints: Type.Integer(),
      environments: Type.Integer({ minimum: 1 }),
      apiTokens: Type.Integer({ minimum: 0 }),
      projects: Type.Integer({ minimum: 1 }),
      segments: Type.Integer(),
      featureFlags: Type.Integer({ minimum: 1 }),
      releaseTemplates: Type.Integer(),
      readOnlyUsers: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    closed,
  ),
)
export type ResourceLimits = Static<typeof ResourceLimits>

export const VariantFlag = named(
  'variantFlagSchema',
  Type.Object(
    {
      name: Type.Optional(Type.String()),
      enabled: Type.Optional(Type.Boolean()),
      payload: Type.Optional(
        Type.Object(
          {
            type: Type.Optional(Type.Enum(['string', 'json', 'csv', 'number'])),
            value: Type.Optional(Type.String()),
          },
          closed,
        ),
      ),
      feature_enabled: Type.Optional(Type.Boolean()),
      featureEnabled: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type VariantFlag = Static<typeof VariantFlag>

export const Version = named(
  'versionSchema',
  Type.Object(
    {
      current: Type.Object(
        { oss: Type.Optional(Type.String()), enterprise: Type.Optional(Type.String()) },
        closed,
      ),
      latest: Type.Object(
        { oss: Type.Optional(Type.String()), enterprise: Type.Optional(Type.String()) },
        closed,
      ),
      isLatest: Type.Boolean(),
      instanceId: Type.Optional(Type.String()),
      buildDate: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
    },
    closed,
  ),
)
export type Version = Static<typeof Version>

export const UiConfig = named(
  'uiConfigSchema',
  Type.Object(
    {
      slogan: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      version: Type.String(),
      environment: Type.Optional(Type.String()),
      billing: Type.Optional(Type.Enum(['subscription', 'pay-as-you-go'])),
      edgeUrl: Type.Optional(Type.String()),
      unleashUrl: Type.String(),
      logRocketAppId: Type.Optional(Type.String()),
      hubspotPortalId: Type.Optional(Type.String()),
      baseUriPath: Type.String(),
      feedbackUriPath: Type.Optional(Type.String()),
      disablePasswordAuth: Type.Optional(Type.Boolean()),
      emailEnabled: Type.Optional(Type.Boolean()),
      maintenanceMode: Type.Optional(Type.Boolean()),
      banners: Type.Optional(Type.Array(Banner)),
      unreadNotifications: Type.Optional(Type.Integer()),
      resourceLimits: Type.Optional(ResourceLimits),
      prometheusAPIAvailable: Type.Optional(Type.Boolean()),
      impactMetrics: Type.Optional(Type.Enum(['disabled', 'unconfigured', 'external', 'internal', 'full'])),
      frontendApiOrigins: Type.Optional(Type.Array(Type.String())),
      flags: Type.Optional(Type.Record(Type.String(), Type.Union([Type.Boolean(), VariantFlag]))),
      links: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
      authenticationType: Type.Optional(
        Type.Enum(['open-source', 'demo', 'enterprise', 'hosted', 'custom', 'none']),
      ),
      versionInfo: Version,
      oidcConfiguredThroughEnv: Type.Optional(Type.Boolean()),
      samlConfiguredThroughEnv: Type.Optional(Type.Boolean()),
      maxSessionsCount: Type.Optional(Type.Number()),
      unleashContext: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      storiesPageEnabled: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type UiConfig = Static<typeof UiConfig>

export const SetCors = named(
  'setCorsSchema',
  Type.Object({ frontendApiOrigins: Type.Optional(Type.Array(Type.String())) }, closed),
)
export type SetCors = Static<typeof SetCors>

export const Maintenance = named('maintenanceSchema', Type.Object({ enabled: Type.Boolean() }, closed))
export type Maintenance = Static<typeof Maintenance>

export const ToggleMaintenance = named('toggleMaintenanceSchema', Type.Object({ enabled: Type.Boolean() }))
export type ToggleMaintenance = Static<typeof ToggleMaintenance>

export const HealthCheck = named(
  'healthCheckSchema',
  Type.Object({ health: Type.Enum(['GOOD', 'BAD']) }, closed),
)
export type HealthCheck = Static<typeof HealthCheck>

export const ReadyCheck = named(
  'readyCheckSchema',
  Type.Object(
    {
      health: Type.Enum(['GOOD', 'BAD']),
      /** The status of each part of the server. */
      database: Type.String(),
      writes: Type.String(),
      delivery: Type.String(),
      comparison: Type.String(),
      revision: Type.Integer(),
      /** How many flags are off because of signed orders, which the database does not have yet. */
      overrides: Type.Integer(),
      /** With a snapshot folder: `current`, or since when the file does not have what is served. */
      snapshot: Type.Optional(Type.String()),
      /** With `full`: further checks of the installation. */
      checks: Type.Optional(Type.Array(DoctorFinding)),
    },
    closed,
  ),
)
export type ReadyCheck = Static<typeof ReadyCheck>
