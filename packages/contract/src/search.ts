import Type, { type Static } from 'typebox'
import { FlagOwner, Tag, Variant } from './common.ts'
import { FeatureStrategy } from './flags.ts'
import { FeatureEnvironmentSafeguard, ReleasePlan } from './release-plans.ts'
import { closed, Nullable, named } from './schema.ts'

/** A summary of the active rules. Not part of the Unleash format. */
export const Reach = named(
  'reachSchema',
  Type.Object(
    {
      rules: Type.Integer({ minimum: 0, description: 'The number of active rules.' }),
      percent: Nullable(
        Type.Number({ description: 'The rollout percentage, if there is exactly one rule.' }),
      ),
      narrowed: Type.Boolean({ description: 'Whether that rule has constraints or segments.' }),
      split: Type.Boolean({ description: 'Whether that rule has variants.' }),
    },
    closed,
  ),
)
export type Reach = Static<typeof Reach>

export const FeatureSearchEnvironment = named(
  'featureSearchEnvironmentSchema',
  Type.Object(
    {
      name: Type.String(),
      featureName: Type.Optional(Type.String()),
      environment: Type.Optional(Type.String()),
      type: Type.String(),
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
      reach: Type.Optional(Reach),
    },
    closed,
  ),
)
export type FeatureSearchEnvironment = Static<typeof FeatureSearchEnvironment>

export const FeatureSearchResponse = named(
  'featureSearchResponseSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      name: Type.String(),
      type: Type.String(),
      description: Nullable(Type.String()),
      dependencyType: Type.Unsafe<'parent' | 'child' | null>({
        type: ['string', 'null'],
        enum: ['parent', 'child', null],
      }),
      project: Type.String(),
      stale: Type.Boolean(),
      potentiallyStale: Type.Optional(Type.Boolean()),
      favorite: Type.Boolean(),
      impressionData: Type.Boolean(),
      createdAt: Nullable(Type.String({ format: 'date-time' })),
      archivedAt: Nullable(Type.String({ format: 'date-time' })),
      environments: Type.Array(FeatureSearchEnvironment),
      segments: Type.Array(Type.String()),
      tags: Type.Optional(Nullable(Type.Array(Tag))),
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
      createdBy: Type.Object({ id: Type.Integer(), name: Type.String(), imageUrl: Type.String() }, closed),
      owner: Type.Optional(Nullable(FlagOwner)),
    },
    closed,
  ),
)
export type FeatureSearchResponse = Static<typeof FeatureSearchResponse>

export const SearchFeatures = named(
  'searchFeaturesSchema',
  Type.Object({ features: Type.Array(FeatureSearchResponse), total: Type.Optional(Type.Number()) }, closed),
)
export type SearchFeatures = Static<typeof SearchFeatures>

const OneOf = Type.Optional(Type.String({ pattern: '^(IS|IS_NOT|IS_ANY_OF|IS_NONE_OF):' }))
const holding = '^(INCLUDE|DO_NOT_INCLUDE|INCLUDE_ALL_OF|INCLUDE_ANY_OF|EXCLUDE_IF_ANY_OF|EXCLUDE_ALL):'
const Day = Type.Optional(Type.String({ pattern: '^(IS_BEFORE|IS_ON_OR_AFTER):\\d{4}-\\d{2}-\\d{2}$' }))

export const SearchFeaturesQuery = Type.Object({
  query: Type.Optional(Type.String()),
  project: OneOf,
  state: OneOf,
  lifecycle: OneOf,
  type: OneOf,
  createdBy: OneOf,
  /** `user:7`, `group:3` or `none`. */
  owner: OneOf,
  tag: Type.Optional(Type.String({ pattern: `${holding}[^:,]+:.` })),
  segment: Type.Optional(Type.String({ pattern: holding })),
  status: Type.Optional(Type.Array(Type.String())),
  offset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  sortBy: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.String()),
  favoritesFirst: Type.Optional(Type.String()),
  archived: Type.Optional(Type.String({ pattern: '^IS:(true|false)$' })),
  favorite: Type.Optional(Type.String({ pattern: '^(IS|IS_ANY_OF):(true|false)(,(true|false))*$' })),
  createdAt: Day,
  lastSeenAt: Day,
})
export type SearchFeaturesQuery = Static<typeof SearchFeaturesQuery>
