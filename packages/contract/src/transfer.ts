import Type, { type Static } from 'typebox'
import { Constraint, Variant } from './common.ts'
import { ContextField, LegalValue } from './context.ts'
import { CreateFeatureStrategy, Feature, FeatureEnvironment, FeatureStrategy, Link } from './flags.ts'
import { closed, Nullable, named } from './schema.ts'
import { TagType } from './tags.ts'
import { writtenValue } from './values.ts'

/** If several selections are given, the first one applies. */
export const ExportQuery = named(
  'exportQuerySchema',
  Type.Object(
    {
      environment: Type.String(),
      features: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 20_000 })),
      tag: Type.Optional(Type.String()),
      project: Type.Optional(Type.String()),
      downloadFile: Type.Optional(Type.Boolean()),
      /** Include the constraints of segments, so that an installation without them can create them. */
      wholeSegments: Type.Optional(Type.Boolean()),
    },
    { anyOf: [{ required: ['features'] }, { required: ['tag'] }, { required: ['project'] }] },
  ),
)
export type ExportQuery = Static<typeof ExportQuery>

export const FeatureTag = named(
  'featureTagSchema',
  Type.Object(
    {
      featureName: Type.String(),
      tagType: Type.String(),
      tagValue: Type.String(),
      // Unleash servers send it; ours records it in the event log only.
      createdByUserId: Type.Optional(Nullable(Type.Number())),
    },
    closed,
  ),
)
export type FeatureTag = Static<typeof FeatureTag>

const ExportedSegment = Type.Object(
  {
    id: Type.Number(),
    name: Type.String(),
    description: Type.Optional(Nullable(Type.String())),
    constraints: Type.Optional(Type.Array(Constraint)),
  },
  closed,
)

export const FeatureDependencies = named(
  'featureDependenciesSchema',
  Type.Object(
    {
      feature: Type.String(),
      dependencies: Type.Array(
        Type.Object(
          {
            feature: Type.String(),
            enabled: Type.Optional(Type.Boolean()),
            variants: Type.Optional(Type.Array(Type.String())),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type FeatureDependencies = Static<typeof FeatureDependencies>

export const FeatureLinks = named(
  'featureLinksSchema',
  Type.Object(
    {
      feature: Type.String(),
      links: Type.Array(
        Type.Object(
          {
            id: Type.Optional(Type.String()),
            url: Type.String(),
            title: Type.Optional(Nullable(Type.String())),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type FeatureLinks = Static<typeof FeatureLinks>

export const ExportResult = named(
  'exportResultSchema',
  Type.Object(
    {
      features: Type.Array(Feature),
      featureStrategies: Type.Array(FeatureStrategy),
      featureEnvironments: Type.Array(FeatureEnvironment),
      contextFields: Type.Array(ContextField),
      featureTags: Type.Array(FeatureTag),
      segments: Type.Array(ExportedSegment),
      tagTypes: Type.Array(TagType),
      dependencies: Type.Array(FeatureDependencies),
      links: Type.Array(FeatureLinks),
    },
    closed,
  ),
)
export type ExportResult = Static<typeof ExportResult>

/** The fields of a file that we read; other versions may write more. */
export const ImportData = named(
  'importDataSchema',
  Type.Object({
    features: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Optional(Type.String()),
        description: Type.Optional(Nullable(Type.String())),
        impressionData: Type.Optional(Nullable(Type.Boolean())),
        stale: Type.Optional(Type.Boolean()),
        ...writtenValue,
      }),
    ),
    featureStrategies: Type.Array(
      Type.Interface([Type.Omit(CreateFeatureStrategy, ['sortOrder'])], {
        featureName: Type.Optional(Type.String()),
        sortOrder: Type.Optional(Nullable(Type.Number())),
      }),
    ),
    featureEnvironments: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.Optional(Type.String()),
          featureName: Type.Optional(Type.String()),
          enabled: Type.Boolean(),
          variants: Type.Optional(Type.Array(Variant)),
        }),
      ),
    ),
    contextFields: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          description: Type.Optional(Nullable(Type.String())),
          stickiness: Type.Optional(Type.Boolean()),
          sortOrder: Type.Optional(Type.Integer()),
          legalValues: Type.Optional(Type.Array(LegalValue)),
          valueType: Type.Optional(ContextField.properties.valueType),
        }),
      ),
    ),
    featureTags: Type.Optional(
      Type.Array(
        Type.Object({
          featureName: Type.String(),
          tagType: Type.Optional(Type.String()),
          type: Type.Optional(Type.String()),
          tagValue: Type.Optional(Type.String()),
          value: Type.Optional(Type.String()),
        }),
      ),
    ),
    segments: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Number(),
          name: Type.String(),
          description: Type.Optional(Nullable(Type.String())),
          constraints: Type.Optional(Type.Array(Constraint)),
        }),
      ),
    ),
    tagTypes: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.Optional(Nullable(Type.String())),
        icon: Type.Optional(Nullable(Type.String())),
        color: Type.Optional(Nullable(Type.String())),
      }),
    ),
    dependencies: Type.Optional(
      Type.Array(
        Type.Object({
          feature: Type.String(),
          dependencies: Type.Array(
            Type.Object({
              feature: Type.String(),
              enabled: Type.Optional(Type.Boolean()),
              variants: Type.Optional(Type.Array(Type.String())),
            }),
          ),
        }),
      ),
    ),
    links: Type.Optional(Type.Array(Type.Object({ feature: Type.String(), links: Type.Array(Link) }))),
  }),
)
export type ImportData = Static<typeof ImportData>

/** The kinds of objects in an import. A flag and its state in the environment are chosen separately. */
export const importKinds = ['tag-type', 'context-field', 'segment', 'flag', 'environment'] as const
export type ImportKind = (typeof importKinds)[number]

/** `use` replaces a missing segment with another one. */
export const importChoices = ['take', 'keep', 'use'] as const
export type ImportChoiceName = (typeof importChoices)[number]

export const ImportChoice = named(
  'importChoiceSchema',
  Type.Object({
    kind: Type.Enum([...importKinds]),
    name: Type.String(),
    choice: Type.Enum([...importChoices]),
    segment: Type.Optional(Type.String()),
  }),
)
export type ImportChoice = Static<typeof ImportChoice>

export const ImportToggles = named(
  'importTogglesSchema',
  Type.Object({
    project: Type.String(),
    environment: Type.String(),
    data: ImportData,
    choices: Type.Optional(Type.Array(ImportChoice)),
    /** The `basis` of the plan. If something was changed after it, the import fails with 409. */
    basis: Type.Optional(Type.Integer({ minimum: 0 })),
    source: Type.Optional(
      Type.Enum(['unleash'], {
        description:
          'Set by a move from another server. Its events have a `groupId` that begins with this name, so that a repeated move knows what people have changed since.',
      }),
    ),
  }),
)
export type ImportToggles = Static<typeof ImportToggles>

export const ImportFinding = named(
  'importTogglesValidateItemSchema',
  Type.Object({ message: Type.String(), affectedItems: Type.Array(Type.String()) }, closed),
)
export type ImportFinding = Static<typeof ImportFinding>

export const importStates = ['create', 'change', 'same', 'missing', 'skip'] as const

/** An object in the file, before and after the import. */
export const ImportItem = named(
  'importItemSchema',
  Type.Object(
    {
      kind: Type.Enum([...importKinds]),
      name: Type.String(),
      /** `missing` requires a choice; `skip` cannot be imported. */
      state: Type.Enum([...importStates]),
      choice: Type.Enum([...importChoices]),
      before: Type.Unknown(),
      after: Type.Unknown(),
      /** Names of the fields that differ. */
      differs: Type.Array(Type.String()),
    },
    closed,
  ),
)
export type ImportItem = Static<typeof ImportItem>

export const ImportValidation = named(
  'importTogglesValidateSchema',
  Type.Object(
    {
      errors: Type.Array(ImportFinding),
      warnings: Type.Array(ImportFinding),
      permissions: Type.Array(ImportFinding),
      plan: Type.Object(
        {
          items: Type.Array(ImportItem),
          /** The revision that the plan is based on; send it with the import. */
          basis: Type.Integer(),
          /** The number of transactions. */
          parts: Type.Integer(),
          /** Names of the segments that rules use; those to be created have negative ids. */
          segments: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, closed)),
        },
        closed,
      ),
    },
    closed,
  ),
)
export type ImportValidation = Static<typeof ImportValidation>

/** A line of the response to `Accept: application/x-ndjson`. */
export const ImportProgress = named(
  'importProgressSchema',
  Type.Object(
    {
      done: Type.Integer(),
      parts: Type.Integer(),
      /** Number of flags imported so far, and in total. */
      flags: Type.Integer(),
      total: Type.Integer(),
      /** Undo tokens of each part, newest last; valid for ten minutes. */
      undo: Type.Array(Type.String()),
      error: Type.Optional(Type.Unknown()),
    },
    closed,
  ),
)
export type ImportProgress = Static<typeof ImportProgress>
