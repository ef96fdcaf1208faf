import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'
import { Strategy } from './strategy-types.ts'

const Time = Type.String({ format: 'date-time' })
const Text = Type.Optional(Nullable(Type.String()))

const annotations = { description: Text, url: Text, color: Text, icon: Text }

/** Where an application was seen. */
const ApplicationUsage = named(
  'applicationUsageSchema',
  Type.Object({ project: Type.String(), environments: Type.Array(Type.String()) }, closed),
)

export const Application = named(
  'applicationSchema',
  Type.Object(
    {
      appName: Type.String(),
      ...annotations,
      strategies: Type.Optional(Type.Array(Type.String())),
      createdBy: Text,
      createdAt: Type.Optional(Time),
      updatedAt: Type.Optional(Time),
      usage: Type.Optional(Type.Array(ApplicationUsage)),
    },
    closed,
  ),
)
export type Application = Static<typeof Application>

export const Applications = named(
  'applicationsSchema',
  Type.Object({ total: Type.Integer(), applications: Type.Array(Application) }, closed),
)
export type Applications = Static<typeof Applications>

/** One application: its strategies, its instances, and the flags it evaluates. */
export const ApplicationDetails = named(
  'applicationDetailsSchema',
  Type.Object(
    {
      appName: Type.String(),
      ...annotations,
      createdAt: Time,
      lastSeen: Time,
      strategies: Type.Array(
        Type.Union([Strategy, Type.Object({ name: Type.String(), notFound: Type.Literal(true) }, closed)]),
      ),
      instances: Type.Array(
        Type.Object(
          {
            appName: Type.String(),
            instanceId: Type.String(),
            /** Names one of the processes that share an instance ID. */
            connectionId: Type.Optional(Type.String()),
            environment: Type.String(),
            sdkVersion: Nullable(Type.String()),
            sdkType: Type.String(),
            clientIp: Nullable(Type.String()),
            lastSeen: Time,
            connectVia: Type.Array(Type.Object({ appName: Type.String(), instanceId: Type.String() })),
          },
          closed,
        ),
      ),
      usage: Type.Array(ApplicationUsage),
      seenToggles: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            description: Nullable(Type.String()),
            type: Type.String(),
            project: Type.String(),
            stale: Type.Boolean(),
            impressionData: Type.Boolean(),
            archived: Type.Boolean(),
            createdAt: Time,
          },
          closed,
        ),
      ),
      links: Type.Object({ self: Type.String() }, closed),
    },
    closed,
  ),
)
export type ApplicationDetails = Static<typeof ApplicationDetails>

export const CreateApplication = named(
  'createApplicationSchema',
  Type.Object({
    strategies: Type.Optional(Type.Array(Type.String())),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    url: Type.Optional(Type.String({ maxLength: 2_000 })),
    color: Type.Optional(Type.String({ maxLength: 100 })),
    icon: Type.Optional(Type.String({ maxLength: 100 })),
  }),
)
export type CreateApplication = Static<typeof CreateApplication>

export const ApplicationOverview = named(
  'applicationOverviewSchema',
  Type.Object(
    {
      projects: Type.Array(Type.String()),
      featureCount: Type.Number(),
      environments: Type.Array(
        named(
          'applicationOverviewEnvironmentSchema',
          Type.Object(
            {
              name: Type.String(),
              instanceCount: Type.Number(),
              sdks: Type.Array(Type.String()),
              frontendSdks: Type.Array(Type.String()),
              backendSdks: Type.Array(Type.String()),
              lastSeen: Nullable(Time),
              issues: named(
                'applicationEnvironmentIssuesSchema',
                Type.Object(
                  { missingFeatures: Type.Array(Type.String()), outdatedSdks: Type.Array(Type.String()) },
                  closed,
                ),
              ),
            },
            closed,
          ),
        ),
      ),
      issues: named(
        'applicationOverviewIssuesSchema',
        Type.Object({ missingStrategies: Type.Array(Type.String()) }, closed),
      ),
    },
    closed,
  ),
)
export type ApplicationOverview = Static<typeof ApplicationOverview>

export const ApplicationInstances = named(
  'applicationEnvironmentInstancesSchema',
  Type.Object(
    {
      instances: Type.Array(
        Type.Object(
          {
            instanceId: Type.String(),
            connectionId: Type.Optional(Type.String()),
            sdkVersion: Type.Optional(Nullable(Type.String())),
            clientIp: Type.Optional(Nullable(Type.String())),
            lastSeen: Type.Optional(Time),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type ApplicationInstances = Static<typeof ApplicationInstances>

export const OutdatedSdks = named(
  'outdatedSdksSchema',
  Type.Object(
    {
      sdks: Type.Array(
        Type.Object({ sdkVersion: Type.String(), applications: Type.Array(Type.String()) }, closed),
      ),
    },
    closed,
  ),
)
export type OutdatedSdks = Static<typeof OutdatedSdks>

/** Applications of a project whose SDK does not support the newer operators and ignores them. */
export const OperatorSupport = named(
  'operatorSupportSchema',
  Type.Object(
    {
      total: Type.Integer({ description: 'Applications of the project that were seen in the last day.' }),
      operators: Type.Array(
        Type.Object(
          {
            operator: Type.Enum(['REGEX', 'IN_CIDR', 'SEMVER_GTE', 'SEMVER_LTE']),
            count: Type.Integer({ description: 'Applications with an SDK that ignores the operator.' }),
            applications: Type.Array(
              Type.Object({ appName: Type.String(), sdk: Type.String(), version: Type.String() }, closed),
              { description: 'These applications with their SDKs, at most 100.' },
            ),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type OperatorSupport = Static<typeof OperatorSupport>

export const ProjectApplication = named(
  'projectApplicationSchema',
  Type.Object(
    {
      name: Type.String(),
      environments: Type.Array(Type.String()),
      instances: Type.Array(Type.String()),
      sdks: Type.Array(
        named(
          'projectApplicationSdkSchema',
          Type.Object({ name: Type.String(), versions: Type.Array(Type.String()) }, closed),
        ),
      ),
    },
    closed,
  ),
)
export type ProjectApplication = Static<typeof ProjectApplication>

export const ProjectApplications = named(
  'projectApplicationsSchema',
  Type.Object({ total: Type.Integer(), applications: Type.Array(ProjectApplication) }),
)
export type ProjectApplications = Static<typeof ProjectApplications>

export const ApplicationParams = Type.Object({ appName: Type.String() })
export const InstanceParams = Type.Object({ appName: Type.String(), environment: Type.String() })

/** All fields are strings, since invalid values are ignored. */
export const ApplicationsQuery = Type.Object({
  query: Type.Optional(Type.String()),
  offset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  sortBy: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.String()),
})
export type ApplicationsQuery = Static<typeof ApplicationsQuery>
