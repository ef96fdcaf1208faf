import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

export const MOST_GUARDS = 5
export const MOST_STEPS = 20
const MOST_COUNTED = 1_000_000_000
const MetricName = Type.String({ minLength: 1, maxLength: 200 })

const common = {
  /** What people call it. */
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** Where its numbers come from: reports of outcomes, impact metrics that SDKs send, or Prometheus. */
  source: Type.Enum(['outcomes', 'internal', 'external']),
  /** The events that are counted, such as errors. */
  metric: MetricName,
  /** Of a metric: the counter of everything that could have ended in such an event. */
  base: Type.Optional(Nullable(MetricName)),
  /** Of a metric: the label that says whether the flag was on; by default the name of the flag. */
  label: Type.Optional(Nullable(MetricName)),
  /** The value of that label where the flag was off. */
  offValue: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  /** Whether more or fewer events are worse. */
  worse: Type.Enum(['higher', 'lower']),
  /** How many times as bad the flag may be. */
  tolerance: Type.Number({ minimum: 1, maximum: 4 }),
  /** How often a rollout that does no harm may be stopped, as a share. All guards of a plan share it. */
  falseAlarms: Type.Number({ minimum: 0.0001, maximum: 0.2 }),
  /** What happens if it is worse: the plan is paused, goes back one step, or the flag is turned off. */
  action: Type.Enum(['pause', 'back', 'off']),
}

/** A guard as it is stored, with every default filled in. */
export const Guard = named('guardSchema', Type.Object({ id: Type.String(), ...common }, closed))
export type Guard = Static<typeof Guard>

export const SetGuard = named(
  'setGuardSchema',
  Type.Object(
    {
      ...common,
      name: Type.Optional(common.name),
      worse: Type.Optional(common.worse),
      tolerance: Type.Optional(common.tolerance),
      falseAlarms: Type.Optional(common.falseAlarms),
      action: Type.Optional(common.action),
    },
    closed,
  ),
)
export type SetGuard = Static<typeof SetGuard>

const Count = Type.Number({ minimum: 0 })
const Arm = Type.Object({ uses: Count, events: Count }, closed)
const Moment = Nullable(Type.String({ format: 'date-time' }))

/** A guard and what it knows so far. */
export const WatchedGuard = named(
  'watchedGuardSchema',
  Type.Object(
    {
      ...Guard.properties,
      state: Type.Enum(['watching', 'regressed']),
      /** It is known that the flag stays below the tolerance. */
      safe: Type.Boolean(),
      verdictAt: Moment,
      lastDataAt: Moment,
      enabled: Arm,
      disabled: Arm,
      /** How many times as bad with the flag on; null without data. Of a guard with `worse: lower`, turned round. */
      ratio: Nullable(Type.Number()),
      /** The band that the ratio is in, at whatever time one looks; null where it is still open. */
      low: Nullable(Type.Number()),
      high: Nullable(Type.Number()),
      batches: Count,
      /** What has to be true before the next step starts. */
      step: Type.Object(
        {
          uses: Count,
          events: Count,
          enough: Type.Boolean(),
          fresh: Type.Boolean(),
          /** The share of uses with the flag on, and the share that the step asks for; null if unknown. */
          share: Nullable(Type.Number()),
          expectedShare: Nullable(Type.Number()),
          asPlanned: Type.Boolean(),
        },
        closed,
      ),
    },
    closed,
  ),
)
export type WatchedGuard = Static<typeof WatchedGuard>

export const WatchedGuards = named(
  'watchedGuardsSchema',
  Type.Object({ guards: Type.Array(WatchedGuard) }, closed),
)

export const GuardSeries = named(
  'guardSeriesSchema',
  Type.Object(
    {
      points: Type.Array(
        Type.Object(
          {
            minute: Type.String({ format: 'date-time' }),
            enabled: Arm,
            disabled: Arm,
            low: Nullable(Type.Number()),
            high: Nullable(Type.Number()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type GuardSeries = Static<typeof GuardSeries>

export const Ramp = named(
  'rampSchema',
  Type.Object(
    {
      /** The gradual rollout that is raised; without it, a new one for everybody. */
      strategyId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 40 }))),
      /** Percentages, each higher than the one before. The rest stays back as what the flag is compared with. */
      steps: Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), { minItems: 1, maxItems: MOST_STEPS }),
      minimumMinutes: Type.Integer({ minimum: 1, maximum: 525_600 }),
      /** The next step also starts before, if all guards say that the flag is safe. */
      orWhenSafe: Type.Optional(Type.Boolean()),
      guards: Type.Optional(Type.Array(SetGuard, { maxItems: MOST_GUARDS })),
      /** What the guards do that name no action. */
      onRegression: Type.Optional(common.action),
    },
    closed,
  ),
)
export type Ramp = Static<typeof Ramp>

export const RolloutSignal = named(
  'rolloutSignalSchema',
  Type.Object(
    { reason: Type.String({ minLength: 1, maxLength: 500 }), action: Type.Optional(common.action) },
    closed,
  ),
)

/** What can be watched: outcomes that arrived, and the guards of the last rollouts of the project. */
export const GuardSuggestions = named(
  'guardSuggestionsSchema',
  Type.Object(
    {
      outcomes: Type.Array(
        Type.Object({ metric: Type.String(), seenAt: Type.String({ format: 'date-time' }) }, closed),
      ),
      guards: Type.Array(Guard),
    },
    closed,
  ),
)
export type GuardSuggestions = Static<typeof GuardSuggestions>

const Counted = Type.Integer({ minimum: 0, maximum: MOST_COUNTED })
const ReportedArm = Type.Object({ uses: Counted, events: Counted })

export const ClientOutcomes = named(
  'clientOutcomesSchema',
  Type.Object({
    appName: Type.String({ minLength: 1, maxLength: 200 }),
    instanceId: Type.Optional(Type.String({ maxLength: 200 })),
    outcomes: Type.Array(
      Type.Object({
        featureName: Type.String({ minLength: 1, maxLength: 200 }),
        metric: MetricName,
        enabled: ReportedArm,
        disabled: ReportedArm,
      }),
      { maxItems: 100 },
    ),
  }),
)
export type ClientOutcomes = Static<typeof ClientOutcomes>

/** As an edge passes it on: for one environment, with the projects of the token that it came with. */
export const PassedOutcomes = Type.Object({
  projects: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1_000 }),
  outcomes: ClientOutcomes.properties.outcomes,
})
export type PassedOutcomes = Static<typeof PassedOutcomes>
