import Type, { type Static } from 'typebox'
import {
  Constraint,
  CreateStrategyVariant,
  FlagOwner,
  Parameters,
  StrategyVariant,
  Tag,
  Variant,
} from './common.ts'
import { FeatureEnvironmentSafeguard, ReleasePlan } from './release-plans.ts'
import { closed, Nullable, named } from './schema.ts'
import { storedValue, writtenValue } from './values.ts'

export const FeatureStrategy = named(
  'featureStrategySchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      id: Type.Optional(Type.String()),
      name: Type.String(),
      title: Type.Optional(Nullable(Type.String())),
      disabled: Type.Optional(Nullable(Type.Boolean())),
      featureName: Type.Optional(Type.String()),
      sortOrder: Type.Optional(Type.Number()),
      segments: Type.Optional(Type.Array(Type.Number())),
      constraints: Type.Optional(Type.Array(Constraint)),
      variants: Type.Optional(Type.Array(StrategyVariant)),
      parameters: Type.Optional(Parameters),
    },
    closed,
  ),
)
export type FeatureStrategy = Static<typeof FeatureStrategy>

export const FeatureEnvironment = named(
  'featureEnvironmentSchema',
  Type.Object(
    {
      name: Type.String(),
      featureName: Type.Optional(Type.String()),
      environment: Type.Optional(Type.String()),
      type: Type.Optional(Type.String()),
      enabled: Type.Boolean(),
      sortOrder: Type.Optional(Type.Number()),
      variantCount: Type.Optional(Type.Number()),
      strategies: Type.Optional(Type.Array(FeatureStrategy)),
      variants: Type.Optional(Type.Array(Variant)),
      changeRequestIds: Type.Optional(Type.Array(Type.Number())),
      milestoneName: Type.Optional(Type.String()),
      milestoneOrder: Type.Optional(Type.Number()),
      totalMilestones: Type.Optional(Type.Number()),
      lastSeenAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      hasStrategies: Type.Optional(Type.Boolean()),
      hasEnabledStrategies: Type.Optional(Type.Boolean()),
      releasePlans: Type.Optional(Type.Array(ReleasePlan)),
      safeguards: Type.Optional(Type.Array(FeatureEnvironmentSafeguard)),
      yes: Type.Optional(Type.Integer({ minimum: 0 })),
      no: Type.Optional(Type.Integer({ minimum: 0 })),
      /** Changes need a review here. */
      protected: Type.Optional(Type.Boolean()),
      /** Turning the flag off and lowering a percentage need no review here. */
      offIsFree: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type FeatureEnvironment = Static<typeof FeatureEnvironment>

export const Feature = named(
  'featureSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      name: Type.String(),
      type: Type.Optional(Type.String()),
      description: Type.Optional(Nullable(Type.String())),
      archived: Type.Optional(Type.Boolean()),
      project: Type.Optional(Type.String()),
      enabled: Type.Optional(Type.Boolean()),
      stale: Type.Optional(Type.Boolean()),
      favorite: Type.Optional(Type.Boolean()),
      impressionData: Type.Optional(Type.Boolean()),
      ...storedValue,
      createdAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      createdBy: Type.Optional(
        Type.Object({ id: Type.Integer(), name: Type.String(), imageUrl: Type.String() }, closed),
      ),
      /** The person or group that is responsible for the flag. */
      owner: Type.Optional(Nullable(FlagOwner)),
      /** Whether the caller watches the flag. */
      watching: Type.Optional(Type.Boolean()),
      commentCount: Type.Optional(Type.Integer({ minimum: 0 })),
      codeReferenceCount: Type.Optional(Type.Integer({ minimum: 0 })),
      archivedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      environments: Type.Optional(Type.Array(FeatureEnvironment)),
      tags: Type.Optional(Nullable(Type.Array(Tag))),
      children: Type.Optional(Type.Array(Type.String())),
      lifecycle: Type.Optional(
        Type.Object(
          {
            stage: Type.Enum(['initial', 'pre-live', 'live', 'completed', 'archived']),
            status: Type.Optional(Nullable(Type.String())),
            enteredStageAt: Type.String({ format: 'date-time' }),
          },
          closed,
        ),
      ),
      dependencies: Type.Optional(
        Type.Array(
          Type.Object(
            {
              feature: Type.String(),
              enabled: Type.Optional(Type.Boolean()),
              variants: Type.Optional(Type.Array(Type.String())),
            },
            closed,
          ),
        ),
      ),
      collaborators: Type.Optional(
        Type.Object({
          users: Type.Array(
            Type.Object({ id: Type.Integer(), name: Type.String(), imageUrl: Type.String() }),
          ),
        }),
      ),
      links: Type.Optional(
        Type.Array(
          Type.Object(
            {
              id: Type.String(),
              url: Type.String(),
              title: Type.Optional(Nullable(Type.String())),
              feature: Type.Optional(Type.String()),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type Feature = Static<typeof Feature>

export const CreateFeatureStrategy = named(
  'createFeatureStrategySchema',
  Type.Object({
    name: Type.String(),
    title: Type.Optional(Nullable(Type.String())),
    disabled: Type.Optional(Nullable(Type.Boolean())),
    sortOrder: Type.Optional(Type.Number()),
    constraints: Type.Optional(Type.Array(Constraint)),
    variants: Type.Optional(Type.Array(CreateStrategyVariant)),
    parameters: Type.Optional(Parameters),
    segments: Type.Optional(Type.Array(Type.Number())),
  }),
)
export type CreateFeatureStrategy = Static<typeof CreateFeatureStrategy>

const InitialState = Type.Object(
  {
    environment: Type.String(),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the flag is on there; true by default.' })),
    strategies: Type.Optional(Type.Array(CreateFeatureStrategy, { maxItems: 30 })),
  },
  closed,
)

export const CreateFeature = named(
  'createFeatureSchema',
  Type.Object({
    name: Type.String(),
    type: Type.Optional(
      Type.Enum(['experiment', 'kill-switch', 'release', 'operational', 'permission', 'sunset']),
    ),
    description: Type.Optional(Nullable(Type.String())),
    impressionData: Type.Optional(Type.Boolean()),
    ...writtenValue,
    tags: Type.Optional(Type.Array(Tag)),
    initialState: Type.Optional(
      Type.Array(InitialState, {
        maxItems: 100,
        description: 'Rules and state in environments, created together with the flag.',
      }),
    ),
  }),
)
export type CreateFeature = Static<typeof CreateFeature>

export const FeatureVariants = named(
  'featureVariantsSchema',
  Type.Object({ version: Type.Integer(), variants: Type.Array(Variant) }, closed),
)
export type FeatureVariants = Static<typeof FeatureVariants>

export const CreateFeatureNamingPattern = named(
  'createFeatureNamingPatternSchema',
  Type.Object({
    pattern: Nullable(Type.String()),
    example: Type.Optional(Nullable(Type.String())),
    description: Type.Optional(Nullable(Type.String())),
  }),
)
export type CreateFeatureNamingPattern = Static<typeof CreateFeatureNamingPattern>

export const BatchFeatures = named(
  'batchFeaturesSchema',
  Type.Object({ features: Type.Array(Type.String()) }),
)
export type BatchFeatures = Static<typeof BatchFeatures>

export const ValidateFeature = named(
  'validateFeatureSchema',
  Type.Object({ name: Type.String(), projectId: Type.Optional(Nullable(Type.String())) }),
)
export type ValidateFeature = Static<typeof ValidateFeature>

export const ValidateArchiveFeatures = named(
  'validateArchiveFeaturesSchema',
  Type.Object(
    { parentsWithChildFeatures: Type.Array(Type.String()), hasDeletedDependencies: Type.Boolean() },
    closed,
  ),
)
export type ValidateArchiveFeatures = Static<typeof ValidateArchiveFeatures>

export const BulkToggleFeatures = named(
  'bulkToggleFeaturesSchema',
  Type.Object({ features: Type.Array(Type.String()) }),
)
export type BulkToggleFeatures = Static<typeof BulkToggleFeatures>

export const ProjectFeatureEnvironment = named(
  'projectFeatureEnvironmentSchema',
  Type.Object(
    {
      name: Type.String(),
      type: Type.String(),
      enabled: Type.Boolean(),
      sortOrder: Type.Number(),
      variantCount: Type.Number(),
      lastSeenAt: Nullable(Type.String({ format: 'date-time' })),
      hasStrategies: Type.Optional(Type.Boolean()),
      hasEnabledStrategies: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type ProjectFeatureEnvironment = Static<typeof ProjectFeatureEnvironment>

export const ProjectFeature = named(
  'projectFeatureSchema',
  Type.Object(
    {
      name: Type.String(),
      type: Type.String(),
      description: Nullable(Type.String()),
      stale: Type.Boolean(),
      favorite: Type.Boolean(),
      impressionData: Type.Boolean(),
      createdAt: Type.String({ format: 'date-time' }),
      environments: Type.Array(ProjectFeatureEnvironment),
      tags: Type.Optional(Nullable(Type.Array(Tag))),
    },
    closed,
  ),
)
export type ProjectFeature = Static<typeof ProjectFeature>

export const ProjectFeatures = named(
  'projectFeaturesSchema',
  Type.Object({ version: Type.Integer(), features: Type.Array(ProjectFeature) }, closed),
)
export type ProjectFeatures = Static<typeof ProjectFeatures>

export const Patch = named(
  'patchSchema',
  Type.Object({
    path: Type.String(),
    op: Type.Enum(['add', 'remove', 'replace', 'copy', 'move', 'test']),
    from: Type.Optional(Type.String()),
    value: Type.Optional(Type.Unknown()),
  }),
)
export type Patch = Static<typeof Patch>

export const Patches = named('patchesSchema', Type.Array(Patch))
export type Patches = Static<typeof Patches>

export const UpdateFeature = named(
  'updateFeatureSchema',
  Type.Object({
    description: Type.Optional(Nullable(Type.String())),
    type: Type.Optional(
      Type.Enum(['experiment', 'kill-switch', 'release', 'operational', 'permission', 'sunset']),
    ),
    stale: Type.Optional(Type.Boolean()),
    archived: Type.Optional(Type.Boolean()),
    impressionData: Type.Optional(Type.Boolean()),
    ...writtenValue,
  }),
)
export type UpdateFeature = Static<typeof UpdateFeature>

export const CloneFeature = named(
  'cloneFeatureSchema',
  Type.Object({ name: Type.String(), replaceGroupId: Type.Optional(Type.Boolean()) }),
)
export type CloneFeature = Static<typeof CloneFeature>

export const SetStrategySortOrder = named(
  'setStrategySortOrderSchema',
  Type.Array(Type.Object({ id: Type.String(), sortOrder: Type.Number() }, closed)),
)
export type SetStrategySortOrder = Static<typeof SetStrategySortOrder>

export const UpdateFeatureStrategy = named(
  'updateFeatureStrategySchema',
  Type.Object({
    name: Type.Optional(Type.String()),
    sortOrder: Type.Optional(Type.Number()),
    constraints: Type.Optional(Type.Array(Constraint)),
    title: Type.Optional(Nullable(Type.String())),
    disabled: Type.Optional(Nullable(Type.Boolean())),
    variants: Type.Optional(Type.Array(StrategyVariant)),
    segments: Type.Optional(Type.Array(Type.Number())),
    parameters: Type.Optional(Parameters),
  }),
)
export type UpdateFeatureStrategy = Static<typeof UpdateFeatureStrategy>

export const Link = named(
  'linkSchema',
  Type.Object({ url: Type.String(), title: Type.Optional(Nullable(Type.String())) }),
)
export type Link = Static<typeof Link>

export const PushVariants = named(
  'pushVariantsSchema',
  Type.Object({
    variants: Type.Optional(Type.Array(Variant)),
    environments: Type.Optional(Type.Array(Type.String())),
  }),
)
export type PushVariants = Static<typeof PushVariants>

export const BatchStale = named(
  'batchStaleSchema',
  Type.Object({ features: Type.Array(Type.String()), stale: Type.Boolean() }),
)
export type BatchStale = Static<typeof BatchStale>

export const FeatureStrategies = Type.Array(FeatureStrategy)
export type FeatureStrategies = Static<typeof FeatureStrategies>

/** Names that were skipped, since the project has no archived flag with that name. */
export const DeletedFeatures = named(
  'deletedFeaturesSchema',
  Type.Object({ skipped: Type.Array(Type.String()) }, closed),
)
export type DeletedFeatures = Static<typeof DeletedFeatures>

export const ProjectFlagsParams = Type.Object({ projectId: Type.String() })
export const ProjectFlagsEnvironmentParams = Type.Object({
  projectId: Type.String(),
  environment: Type.String(),
})
export const ProjectFeaturesQuery = Type.Object({ namePrefix: Type.Optional(Type.String()) })
export const FlagParams = Type.Object({ projectId: Type.String(), featureName: Type.String() })
export const FlagNameParams = Type.Object({ featureName: Type.String() })
export const FlagEnvironmentParams = Type.Interface([FlagParams], { environment: Type.String() })
export const RuleParams = Type.Interface([FlagEnvironmentParams], { strategyId: Type.String() })
export const LinkParams = Type.Interface([FlagParams], { linkId: Type.String() })
export const SwitchOnQuery = Type.Object({
  shouldActivateDisabledStrategies: Type.Optional(Type.Boolean()),
})
