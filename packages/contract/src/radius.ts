import Type, { type Static } from 'typebox'
import { PlaygroundReason } from './explanations.ts'
import { RequestEffect } from './requests.ts'
import { closed, Nullable, named } from './schema.ts'

/** How many contexts are evaluated at most, and how many examples are returned. */
export const MOST_CONTEXTS = 10_000
export const MOST_EXAMPLES = 20

const Outcome = Type.Object({ isEnabled: Type.Boolean(), variant: Type.Optional(Type.String()) }, closed)

const Transition = Type.Object(
  {
    feature: Type.String(),
    from: Outcome,
    to: Outcome,
    /** The result has the same name, but another payload. */
    payloadOnly: Type.Boolean(),
    contexts: Type.Integer(),
  },
  closed,
)
export type RadiusTransition = Static<typeof Transition>

const Explained = Type.Object(
  { isEnabled: Type.Boolean(), variant: Type.Optional(Type.String()), reason: PlaygroundReason },
  closed,
)

const Example = Type.Object(
  {
    feature: Type.String(),
    application: Type.String(),
    /** No later than this. */
    seenAt: Type.String({ format: 'date-time' }),
    context: Type.Record(Type.String(), Type.String()),
    before: Explained,
    after: Explained,
  },
  closed,
)
export type RadiusExample = Static<typeof Example>

const Field = Type.Object(
  {
    name: Type.String(),
    /** The most frequent values of the contexts that change; null stands for contexts without the field. */
    values: Type.Array(Type.Object({ value: Nullable(Type.String()), changed: Type.Integer() }, closed)),
    /** Contexts with other values. */
    others: Type.Integer(),
  },
  closed,
)
export type RadiusField = Static<typeof Field>

/** A part of the rules that cannot be evaluated for sampled contexts. */
const Blind = Type.Object(
  { reason: Type.Enum(['notSampled', 'pseudonym', 'customStrategy']), name: Type.String() },
  closed,
)
export type RadiusBlind = Static<typeof Blind>

const OtherApplication = Type.Object(
  {
    name: Type.String(),
    /** How often it evaluated the flags in the last 24 hours, and how many of these were on. */
    evaluations: Type.Integer(),
    on: Type.Integer(),
  },
  closed,
)

const Estimate = Type.Object(
  {
    feature: Type.String(),
    /** The share of evaluations that would have another result, from 0 to 1. */
    share: Type.Number(),
    /** How many evaluations that is in an hour, on the average of the last day. */
    perHour: Type.Integer(),
    /** The rules have conditions, so the share can be smaller. */
    upperBound: Type.Boolean(),
  },
  closed,
)
export type RadiusEstimate = Static<typeof Estimate>

export const Radius = named(
  'changeRequestRadiusSchema',
  Type.Object(
    {
      environment: Type.String(),
      /** How many contexts were evaluated, of how many that are stored and visible to the caller. */
      contexts: Type.Integer(),
      stored: Type.Integer(),
      /** When the oldest of the stored contexts was seen, at the earliest. */
      since: Type.Optional(Type.String({ format: 'date-time' })),
      changed: Type.Integer(),
      /** Contexts whose result cannot be told. */
      unknown: Type.Integer(),
      flags: Type.Integer({ description: 'How many flags were evaluated.' }),
      transitions: Type.Array(Transition),
      applications: Type.Array(
        Type.Object({ name: Type.String(), contexts: Type.Integer(), changed: Type.Integer() }, closed),
      ),
      fields: Type.Optional(Type.Array(Field)),
      examples: Type.Optional(Type.Array(Example)),
      /** The fields of the examples that are pseudonyms. */
      pseudonyms: Type.Array(Type.String()),
      blind: Type.Array(Blind),
      /** The number of applications known in the environment, and those without any contexts. */
      known: Type.Integer(),
      others: Type.Array(OtherApplication),
      estimate: Type.Optional(Type.Array(Estimate)),
    },
    closed,
  ),
)
export type Radius = Static<typeof Radius>

export const ChangePreview = named(
  'changeRequestPreviewSchema',
  Type.Object(
    {
      effects: Type.Array(RequestEffect),
      hidden: Type.Integer(),
      /** Each change as the event log would describe it, with its details. */
      sentences: Type.Array(Type.Object({ text: Type.String(), lines: Type.Array(Type.String()) }, closed)),
      radius: Radius,
    },
    closed,
  ),
)
export type ChangePreview = Static<typeof ChangePreview>

export const PreviewQuery = Type.Object({
  draft: Type.Optional(
    Type.Boolean({ description: "Also makes the changes of the caller's open change request first." }),
  ),
})
