import Type, { type Static } from 'typebox'
import { CreateFeatureNamingPattern, CreateFeatureStrategy } from './flags.ts'
import { closed, Nullable, named } from './schema.ts'

export const OnboardingStatus = named(
  'onboardingStatusSchema',
  Type.Union([
    Type.Object({ status: Type.Enum(['onboarding-started', 'sdk-connected', 'onboarded']) }, closed),
    Type.Object({ status: Type.Enum(['first-flag-created']), feature: Type.String() }, closed),
  ]),
)
export type OnboardingStatus = Static<typeof OnboardingStatus>

export const ProjectOwners = Type.Union([
  Type.Array(
    Type.Union([
      Type.Object({
        ownerType: Type.Enum(['user']),
        name: Type.String(),
        imageUrl: Type.Optional(Nullable(Type.String())),
        email: Type.Optional(Nullable(Type.String())),
      }),
      Type.Object({ ownerType: Type.Enum(['group']), name: Type.String() }),
    ]),
    { minItems: 1 },
  ),
  Type.Array(Type.Object({ ownerType: Type.Enum(['system']) }), { minItems: 1, maxItems: 1 }),
])

export const Project = named(
  'projectSchema',
  Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      health: Type.Optional(Type.Number()),
      technicalDebt: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
      featureCount: Type.Optional(Type.Number()),
      staleFeatureCount: Type.Optional(Type.Number()),
      potentiallyStaleFeatureCount: Type.Optional(Type.Number()),
      memberCount: Type.Optional(Type.Number()),
      cleanupCount: Type.Optional(Type.Number()),
      onboardingStatus: Type.Optional(OnboardingStatus),
      createdAt: Type.Optional(Type.String({ format: 'date-time' })),
      updatedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      lastUpdatedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      archivedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      favorite: Type.Optional(Type.Boolean()),
      mode: Type.Optional(Type.Enum(['open', 'protected', 'private'])),
      defaultStickiness: Type.Optional(Type.String()),
      avgTimeToProduction: Type.Optional(Type.Number()),
      lastReportedFlagUsage: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      owners: Type.Optional(ProjectOwners),
    },
    closed,
  ),
)
export type Project = Static<typeof Project>

export const Projects = named(
  'projectsSchema',
  Type.Object(
    {
      version: Type.Integer(),
      projects: Type.Array(Project),
      /** The number of projects on all pages; only with `limit`. */
      total: Type.Optional(Type.Integer()),
    },
    closed,
  ),
)
export type Projects = Static<typeof Projects>

export const ProjectEnvironment = named(
  'projectEnvironmentSchema',
  Type.Object(
    {
      environment: Type.String(),
      changeRequestsEnabled: Type.Optional(Type.Boolean()),
      defaultStrategy: Type.Optional(CreateFeatureStrategy),
    },
    closed,
  ),
)
export type ProjectEnvironment = Static<typeof ProjectEnvironment>

export const ProjectStats = named(
  'projectStatsSchema',
  Type.Object(
    {
      avgTimeToProdCurrentWindow: Type.Number(),
      createdCurrentWindow: Type.Number(),
      createdPastWindow: Type.Number(),
      archivedCurrentWindow: Type.Number(),
      archivedPastWindow: Type.Number(),
      projectActivityCurrentWindow: Type.Number(),
      projectActivityPastWindow: Type.Number(),
      projectMembersAddedCurrentWindow: Type.Number(),
    },
    closed,
  ),
)
export type ProjectStats = Static<typeof ProjectStats>

export const ProjectLinkTemplate = named(
  'projectLinkTemplateSchema',
  Type.Object({ title: Type.Optional(Nullable(Type.String())), urlTemplate: Type.String() }, closed),
)
export type ProjectLinkTemplate = Static<typeof ProjectLinkTemplate>

export const FeatureTypeCount = named(
  'featureTypeCountSchema',
  Type.Object({ type: Type.String(), count: Type.Number() }, closed),
)
export type FeatureTypeCount = Static<typeof FeatureTypeCount>

export const ProjectOverview = named(
  'projectOverviewSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      stats: Type.Optional(ProjectStats),
      version: Type.Integer(),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      defaultStickiness: Type.Optional(Type.String()),
      mode: Type.Optional(Type.Enum(['open', 'protected', 'private'])),
      featureLimit: Type.Optional(Nullable(Type.Number())),
      featureNaming: Type.Optional(CreateFeatureNamingPattern),
      linkTemplates: Type.Optional(Type.Array(ProjectLinkTemplate)),
      members: Type.Optional(Type.Number()),
      health: Type.Optional(Type.Number()),
      technicalDebt: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
      environments: Type.Optional(Type.Array(ProjectEnvironment)),
      featureTypeCounts: Type.Optional(Type.Array(FeatureTypeCount)),
      updatedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      archivedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      createdAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      favorite: Type.Optional(Type.Boolean()),
      onboardingStatus: OnboardingStatus,
    },
    closed,
  ),
)
export type ProjectOverview = Static<typeof ProjectOverview>

export const CreateProject = named(
  'createProjectSchema',
  Type.Object({
    changeRequestEnvironments: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), requiredApprovals: Type.Optional(Type.Integer()) })),
    ),
    defaultStickiness: Type.Optional(Type.String()),
    description: Type.Optional(Nullable(Type.String())),
    environments: Type.Optional(Type.Array(Type.String())),
    id: Type.Optional(Type.String({ pattern: '[A-Za-z0-9_~.-]*' })),
    mode: Type.Optional(Type.Enum(['open', 'protected', 'private'])),
    name: Type.String({ pattern: '^(?!\\s*$).+' }),
  }),
)
export type CreateProject = Static<typeof CreateProject>

export const ProjectCreated = named(
  'projectCreatedSchema',
  Type.Object(
    {
      changeRequestEnvironments: Type.Optional(
        Type.Array(Type.Object({ name: Type.String(), requiredApprovals: Type.Integer({ minimum: 1 }) })),
      ),
      defaultStickiness: Type.Optional(Type.String()),
      description: Type.Optional(Nullable(Type.String())),
      environments: Type.Optional(Type.Array(Type.String())),
      featureLimit: Type.Optional(Nullable(Type.Integer())),
      id: Type.String({ pattern: '[A-Za-z0-9_~.-]+' }),
      mode: Type.Optional(Type.Enum(['open', 'protected', 'private'])),
      name: Type.String({ minLength: 1 }),
    },
    closed,
  ),
)
export type ProjectCreated = Static<typeof ProjectCreated>

export const ValidateProject = named('validateProjectSchema', Type.Object({ id: Type.String() }))
export type ValidateProject = Static<typeof ValidateProject>

export const UpdateProject = named(
  'updateProjectSchema',
  Type.Object({
    defaultStickiness: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    featureLimit: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2147483647 }))),
    mode: Type.Optional(Type.Enum(['open', 'protected', 'private'])),
    name: Type.String({ pattern: '^(?!\\s*$).+' }),
  }),
)
export type UpdateProject = Static<typeof UpdateProject>

export const UpdateProjectEnterpriseSettings = named(
  'updateProjectEnterpriseSettingsSchema',
  Type.Object({
    featureNaming: Type.Optional(CreateFeatureNamingPattern),
    linkTemplates: Type.Optional(Type.Array(ProjectLinkTemplate)),
    mode: Type.Optional(Type.Enum(['open', 'protected', 'private'])),
  }),
)
export type UpdateProjectEnterpriseSettings = Static<typeof UpdateProjectEnterpriseSettings>

export const ProjectParams = Type.Object({ projectId: Type.String() })
export const ProjectEnvironmentParams = Type.Interface([ProjectParams], { environment: Type.String() })
export const ProjectsQuery = Type.Object({
  archived: Type.Optional(Type.Boolean()),
  /** Only projects whose name, id or description contains this text. */
  query: Type.Optional(Type.String({ maxLength: 200 })),
  /** A page of projects, by name. Without a limit, the response has all of them. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
})
export type ProjectsQuery = Static<typeof ProjectsQuery>
