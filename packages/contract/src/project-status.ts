import Type, { type Static } from 'typebox'
import { CreateFeatureNamingPattern, Feature } from './flags.ts'
import { ProjectEnvironment, ProjectStats } from './projects.ts'
import { closed, Nullable, named } from './schema.ts'

const Count = Type.Integer({ minimum: 0 })

export const ProjectActivity = named(
  'projectActivitySchema',
  Type.Array(Type.Object({ date: Type.String(), count: Count }, closed)),
)

const StageSummary = Type.Object(
  { averageDays: Nullable(Type.Number()), currentFlags: Type.Integer() },
  closed,
)

export const ProjectStatus = named(
  'projectStatusSchema',
  Type.Object(
    {
      activityCountByDate: ProjectActivity,
      health: Type.Object({ current: Count }, closed),
      technicalDebt: Type.Object({ current: Type.Integer({ minimum: 0, maximum: 100 }) }, closed),
      resources: Type.Object({ apiTokens: Count, members: Count, segments: Count }, closed),
      staleFlags: Type.Object({ total: Count }, closed),
      lifecycleSummary: Type.Object(
        {
          initial: StageSummary,
          preLive: StageSummary,
          live: StageSummary,
          completed: StageSummary,
          archived: Type.Object({ currentFlags: Type.Integer(), last30Days: Type.Integer() }, closed),
        },
        closed,
      ),
    },
    closed,
  ),
)
export type ProjectStatus = Static<typeof ProjectStatus>

export const HealthReport = named(
  'healthReportSchema',
  Type.Object(
    {
      version: Type.Integer(),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      defaultStickiness: Type.String(),
      mode: Type.Enum(['open', 'protected', 'private']),
      featureLimit: Type.Optional(Nullable(Type.Number())),
      members: Count,
      health: Type.Integer(),
      technicalDebt: Type.Number({ minimum: 0, maximum: 100 }),
      environments: Type.Array(ProjectEnvironment),
      features: Type.Array(Feature),
      updatedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      createdAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      favorite: Type.Optional(Type.Boolean()),
      stats: Type.Optional(ProjectStats),
      featureNaming: Type.Optional(CreateFeatureNamingPattern),
      potentiallyStaleCount: Type.Number(),
      activeCount: Type.Number(),
      staleCount: Type.Number(),
    },
    closed,
  ),
)
export type HealthReport = Static<typeof HealthReport>

export const ProjectFlagCreators = named(
  'projectFlagCreatorsSchema',
  Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, closed)),
)
export type ProjectFlagCreators = Static<typeof ProjectFlagCreators>

export const FlagCreators = named(
  'flagCreatorsSchema',
  Type.Object({
    total: Type.Integer(),
    flagCreators: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, closed)),
  }),
)
export type FlagCreators = Static<typeof FlagCreators>

export const FlagCreatorsQuery = Type.Object({
  q: Type.Optional(Type.String()),
  offset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
})
export type FlagCreatorsQuery = Static<typeof FlagCreatorsQuery>
