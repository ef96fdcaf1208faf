import Type, { type Static } from 'typebox'
import { Constraint, Variant } from './common.ts'
import { FeatureStrategy } from './flags.ts'
import { closed, Nullable, named } from './schema.ts'
import { ValueType } from './values.ts'

export const DependentFeature = named(
  'dependentFeatureSchema',
  Type.Object(
    {
      feature: Type.String(),
      enabled: Type.Optional(Type.Boolean()),
      variants: Type.Optional(Type.Array(Type.String())),
    },
    closed,
  ),
)
export type DependentFeature = Static<typeof DependentFeature>

export const ClientFeature = named(
  'clientFeatureSchema',
  Type.Object(
    {
      name: Type.String(),
      type: Type.Optional(Type.String()),
      description: Type.Optional(Nullable(Type.String())),
      enabled: Type.Boolean(),
      stale: Type.Optional(Type.Boolean()),
      impressionData: Type.Optional(Nullable(Type.Boolean())),
      project: Type.Optional(Type.String()),
      strategies: Type.Optional(Type.Array(FeatureStrategy)),
      variants: Type.Optional(Nullable(Type.Array(Variant))),
      dependencies: Type.Optional(Type.Array(DependentFeature)),
      released: Type.Optional(
        Type.Boolean({
          description:
            'True if the flag is off now but was on in this environment before. For edges; SDKs ignore it.',
        }),
      ),
      valueType: Type.Optional(ValueType),
    },
    closed,
  ),
)
export type ClientFeature = Static<typeof ClientFeature>

export const ClientSegment = named(
  'clientSegmentSchema',
  Type.Object(
    { id: Type.Number(), name: Type.Optional(Type.String()), constraints: Type.Array(Constraint) },
    closed,
  ),
)
export type ClientSegment = Static<typeof ClientSegment>

export const ClientFeaturesQuery = named(
  'clientFeaturesQuerySchema',
  Type.Object(
    {
      tag: Type.Optional(Type.Array(Type.Array(Type.String()))),
      project: Type.Optional(Type.Array(Type.String())),
      namePrefix: Type.Optional(Type.String()),
      environment: Type.Optional(Type.String()),
      inlineSegmentConstraints: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type ClientFeaturesQuery = Static<typeof ClientFeaturesQuery>

export const ClientFeatures = named(
  'clientFeaturesSchema',
  Type.Object({
    version: Type.Number({ minimum: 0 }),
    features: Type.Array(ClientFeature),
    segments: Type.Optional(Type.Array(ClientSegment)),
    query: Type.Optional(ClientFeaturesQuery),
  }),
)
export type ClientFeatures = Static<typeof ClientFeatures>

/** The mark of a state, and a digest of its flags and segments. */
export const ClientDigest = named(
  'clientDigestSchema',
  Type.Object({ state: Type.String(), digest: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, closed),
)
export type ClientDigest = Static<typeof ClientDigest>

export const Moment = named('dateSchema', Type.Union([Type.String({ format: 'date-time' }), Type.Integer()]))
export type Moment = Static<typeof Moment>

/** Maximum count in a report: higher than any real fleet, and far below an overflow. */
export const MOST_COUNTED = 1_000_000_000_000
const Count = Type.Integer({ minimum: 0, maximum: MOST_COUNTED })

export const ClientMetrics = named(
  'clientMetricsSchema',
  Type.Object({
    appName: Type.String({ minLength: 1 }),
    instanceId: Type.Optional(Type.String()),
    sdkVersion: Type.Optional(Type.String()),
    platformName: Type.Optional(Type.String()),
    platformVersion: Type.Optional(Type.String()),
    yggdrasilVersion: Type.Optional(Type.String()),
    specVersion: Type.Optional(Type.String()),
    sdkFlavor: Type.Optional(Type.String({ maxLength: 256 })),
    sdkFlavorVersion: Type.Optional(Type.String({ maxLength: 32 })),
    bucket: Type.Optional(
      Nullable(
        Type.Object({
          start: Moment,
          stop: Moment,
          // The SDK for Go sends null with impact metrics, if no flag was evaluated.
          toggles: Nullable(
            Type.Record(
              Type.String(),
              Type.Object({
                // The wire format allows fractions here; they are rounded down.
                yes: Type.Optional(Type.Number({ minimum: 0, maximum: MOST_COUNTED })),
                no: Type.Optional(Count),
                variants: Type.Optional(Nullable(Type.Record(Type.String(), Count))),
              }),
            ),
          ),
        }),
      ),
    ),
    /** Validated one by one: an invalid metric does not affect other metrics or the counts. */
    impactMetrics: Type.Optional(Type.Unknown()),
  }),
)
export type ClientMetrics = Static<typeof ClientMetrics>

export const ClientApplication = named(
  'clientApplicationSchema',
  Type.Object({
    appName: Type.String({ minLength: 1 }),
    instanceId: Type.Optional(Type.String()),
    sdkVersion: Type.Optional(Type.String()),
    platformName: Type.Optional(Type.String()),
    platformVersion: Type.Optional(Type.String()),
    yggdrasilVersion: Type.Optional(Type.String()),
    specVersion: Type.Optional(Type.String()),
    sdkFlavor: Type.Optional(Type.String({ maxLength: 256 })),
    sdkFlavorVersion: Type.Optional(Type.String({ maxLength: 32 })),
    interval: Type.Number({ minimum: 0 }),
    started: Type.Union([Type.String({ format: 'date-time' }), Type.Number()]),
    strategies: Type.Array(Type.String()),
  }),
)
export type ClientApplication = Static<typeof ClientApplication>

export const FrontendApiFeature = named(
  'frontendApiFeatureSchema',
  Type.Object(
    {
      name: Type.String(),
      enabled: Type.Boolean(),
      impressionData: Type.Boolean(),
      variant: Type.Optional(
        Type.Object(
          {
            name: Type.String(),
            enabled: Type.Boolean(),
            payload: Type.Optional(
              Type.Object(
                { type: Type.Enum(['json', 'csv', 'string', 'number']), value: Type.String() },
                closed,
              ),
            ),
            feature_enabled: Type.Optional(Type.Boolean()),
            featureEnabled: Type.Optional(Type.Boolean()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type FrontendApiFeature = Static<typeof FrontendApiFeature>

export const FrontendApiFeatures = named(
  'frontendApiFeaturesSchema',
  Type.Object({ toggles: Type.Array(FrontendApiFeature) }, closed),
)
export type FrontendApiFeatures = Static<typeof FrontendApiFeatures>

export const FrontendApiFeaturesPost = named(
  'frontendApiFeaturesPostSchema',
  Type.Object({
    context: Type.Optional(
      Type.Object({
        appName: Type.Optional(Type.String()),
        currentTime: Type.Optional(Type.String()),
        environment: Type.Optional(Type.String()),
        properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        remoteAddress: Type.Optional(Type.String()),
        sessionId: Type.Optional(Type.String()),
        userId: Type.Optional(Type.String()),
      }),
    ),
  }),
)
export type FrontendApiFeaturesPost = Static<typeof FrontendApiFeaturesPost>

export const FrontendApiClient = named(
  'frontendApiClientSchema',
  Type.Object({
    appName: Type.String(),
    instanceId: Type.Optional(Type.String()),
    sdkVersion: Type.Optional(Type.String()),
    environment: Type.Optional(Type.String()),
    interval: Type.Number(),
    started: Type.Union([Type.String({ format: 'date-time' }), Type.Number()]),
    strategies: Type.Array(Type.String()),
  }),
)
export type FrontendApiClient = Static<typeof FrontendApiClient>

export const BulkRegistration = named(
  'bulkRegistrationSchema',
  Type.Object({
    connectVia: Type.Optional(Type.Array(Type.Object({ appName: Type.String(), instanceId: Type.String() }))),
    appName: Type.String(),
    /** By default that of the token; some edges send null for an application that they know from a bulk report. */
    environment: Type.Optional(Nullable(Type.String())),
    instanceId: Type.String(),
    /** Tells apart processes with one instance ID. */
    connectionId: Type.Optional(Type.String()),
    interval: Type.Optional(Type.Number()),
    started: Type.Optional(Moment),
    strategies: Type.Optional(Type.Array(Type.String())),
    projects: Type.Optional(Type.Array(Type.String())),
    sdkVersion: Type.Optional(Type.String()),
    sdkType: Type.Optional(
      Type.Unsafe<'frontend' | 'backend' | null>({
        type: ['string', 'null'],
        enum: ['frontend', 'backend', null],
      }),
    ),
    sdkFlavor: Type.Optional(Type.String({ maxLength: 256 })),
    sdkFlavorVersion: Type.Optional(Type.String({ maxLength: 32 })),
  }),
)
export type BulkRegistration = Static<typeof BulkRegistration>

export const ClientMetricsEnv = named(
  'clientMetricsEnvSchema',
  Type.Object({
    featureName: Type.String(),
    appName: Type.String(),
    environment: Type.Optional(Nullable(Type.String())),
    timestamp: Type.Optional(Moment),
    yes: Type.Optional(Count),
    no: Type.Optional(Count),
    variants: Type.Optional(Type.Record(Type.String(), Count)),
  }),
)
export type ClientMetricsEnv = Static<typeof ClientMetricsEnv>

export const ImpactMetrics = named(
  'impactMetricsSchema',
  Type.Union([
    Type.Object({
      name: Type.String(),
      help: Type.String(),
      type: Type.Enum(['counter', 'gauge']),
      samples: Type.Array(
        Type.Object({
          value: Type.Number(),
          labels: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
        }),
      ),
    }),
    Type.Object({
      name: Type.String(),
      help: Type.String(),
      type: Type.Enum(['histogram']),
      samples: Type.Array(
        Type.Object({
          count: Type.Number(),
          sum: Type.Number(),
          buckets: Type.Array(
            Type.Object({ le: Type.Union([Type.Number(), Type.Enum(['+Inf'])]), count: Type.Number() }),
          ),
          labels: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
        }),
      ),
    }),
  ]),
)
export type ImpactMetrics = Static<typeof ImpactMetrics>

export const BulkMetrics = named(
  'bulkMetricsSchema',
  Type.Object({
    applications: Type.Array(BulkRegistration),
    metrics: Type.Array(ClientMetricsEnv),
    /** Validated one by one: an invalid metric does not affect the rest of the report. */
    impactMetrics: Type.Optional(Type.Unknown()),
    /** Outcomes of flags, each report of an instance by itself; validated one by one. */
    outcomes: Type.Optional(Type.Unknown()),
    seenTokens: Type.Optional(Type.Array(Type.String())),
  }),
)
export type BulkMetrics = Static<typeof BulkMetrics>

/** Bulks with the same key are processed once. */
export const BulkHeaders = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})
export type BulkHeaders = Static<typeof BulkHeaders>

export const EdgeEnvironmentProjectsList = named(
  'edgeEnvironmentProjectsListSchema',
  Type.Object({
    tokens: Type.Array(
      Type.Object(
        {
          environment: Type.String({ maxLength: 100 }),
          projects: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 }),
        },
        closed,
      ),
      { maxItems: 100 },
    ),
  }),
)
/** How an edge signs its request; checked before the body is read. */
export const EdgeSignature = Type.Object({
  authorization: Type.Optional(Type.String()),
  'x-timestamp': Type.Optional(Type.String()),
  'x-nonce': Type.Optional(Type.String()),
  'content-sha256': Type.Optional(Type.String()),
})
export const EdgeRefusal = Type.Object({ error: Type.String() })
export const EdgeLicenseState = named(
  'edgeLicenseStateSchema',
  Type.Object({ edgeLicenseState: Type.Enum(['Valid', 'Invalid', 'Expired']) }, closed),
)
export const CustomMetrics = named(
  'customMetricsSchema',
  Type.Object({
    metrics: Type.Array(
      Type.Object({
        name: Type.String({ maxLength: 200 }),
        value: Type.Number(),
        labels: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
      { maxItems: 1_000 },
    ),
  }),
)
export type CustomMetrics = Static<typeof CustomMetrics>
export type EdgeEnvironmentProjectsList = Static<typeof EdgeEnvironmentProjectsList>

export const EdgeToken = named(
  'edgeTokenSchema',
  Type.Object(
    {
      projects: Type.Array(Type.String()),
      environment: Type.String(),
      type: Type.Enum(['client', 'admin', 'frontend', 'backend']),
      token: Type.String(),
      /** For tokens that expire, so that edges can refuse them while upstream is unavailable. */
      expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
    },
    closed,
  ),
)
export type EdgeToken = Static<typeof EdgeToken>

export const ValidatedEdgeTokens = named(
  'validatedEdgeTokensSchema',
  Type.Object({ tokens: Type.Array(EdgeToken) }, closed),
)
export type ValidatedEdgeTokens = Static<typeof ValidatedEdgeTokens>

export const TokenStringList = named(
  'tokenStringListSchema',
  Type.Object({ tokens: Type.Array(Type.String()) }),
)
export type TokenStringList = Static<typeof TokenStringList>
