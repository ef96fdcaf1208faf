import { ImportData } from '@flagstaff/contract/transfer'
import Type, { type Static, type TSchema } from 'typebox'

// The fields that are read from a source server. Other versions send more, so objects are open.

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Text = Type.String({ maxLength: 10_000 })
const list = <T extends TSchema>(schema: T, most = 20_000) => Type.Array(schema, { maxItems: most })

export const Config = Type.Object({ version: Text })

export const Environment = Type.Object({
  name: Text,
  type: Text,
  enabled: Type.Boolean(),
  sortOrder: orNull(Type.Number()),
})
export type Environment = Static<typeof Environment>
export const Environments = Type.Object({ environments: list(Environment, 1_000) })

export const Projects = Type.Object({
  projects: list(Type.Object({ id: Text, name: Text, description: orNull(Text), mode: orNull(Text) }), 5_000),
})
export const ProjectOverview = Type.Object({
  defaultStickiness: orNull(Text),
  environments: list(Type.Object({ environment: Text }), 1_000),
})

export const Field = Type.Object({
  name: Text,
  description: orNull(Text),
  stickiness: orNull(Type.Boolean()),
  sortOrder: orNull(Type.Number()),
  legalValues: orNull(list(Type.Object({ value: Text, description: orNull(Text) }), 10_000)),
  valueType: orNull(Text),
  project: orNull(Text),
})
export type Field = Static<typeof Field>
export const Fields = list(Field, 5_000)

export const TagType = Type.Object({
  name: Text,
  description: orNull(Text),
  icon: orNull(Text),
  color: orNull(Text),
})
export type TagType = Static<typeof TagType>
export const TagTypes = Type.Object({ tagTypes: list(TagType, 5_000) })

export const StrategyType = Type.Object({
  name: Text,
  title: orNull(Text),
  description: orNull(Text),
  editable: Type.Boolean(),
  deprecated: Type.Boolean(),
  parameters: list(
    Type.Object({
      name: orNull(Text),
      type: orNull(Text),
      description: orNull(Text),
      required: orNull(Type.Boolean()),
    }),
    1_000,
  ),
})
export type StrategyType = Static<typeof StrategyType>
export const StrategyTypes = Type.Object({ strategies: list(StrategyType, 5_000) })

const Constraint = Type.Object({
  contextName: Text,
  operator: Text,
  values: orNull(list(Text, 100_000)),
  value: orNull(Text),
  inverted: orNull(Type.Boolean()),
  caseInsensitive: orNull(Type.Boolean()),
})
export const Segment = Type.Object({
  id: Type.Number(),
  name: Text,
  description: orNull(Text),
  project: orNull(Text),
  constraints: list(Constraint, 1_000),
})
export type Segment = Static<typeof Segment>
export const Segments = Type.Object({ segments: Type.Optional(list(Segment)) })

export const Token = Type.Object({
  secret: orNull(Text),
  tokenName: Type.Optional(Text),
  username: Type.Optional(Text),
  type: Text,
  environment: orNull(Text),
  project: orNull(Text),
  projects: orNull(list(Text, 5_000)),
  expiresAt: orNull(Text),
})
export type Token = Static<typeof Token>
export const Tokens = Type.Object({ tokens: list(Token) })

export const User = Type.Object({
  name: orNull(Text),
  email: orNull(Text),
  username: orNull(Text),
  rootRole: orNull(Type.Number()),
})
export type User = Static<typeof User>
export const Users = Type.Object({
  users: list(User, 100_000),
  rootRoles: Type.Optional(list(Type.Object({ id: Type.Number(), name: Text }), 1_000)),
})

export const Event = Type.Object({
  id: Type.Integer(),
  type: Text,
  project: orNull(Text),
  environment: orNull(Text),
  featureName: orNull(Text),
})
export type Event = Static<typeof Event>
export const Events = Type.Object({ events: list(Event) })

const { features, featureStrategies, ...exported } = ImportData.properties
/** Flags that were asked for by name can be in any project. */
export const Export = Type.Object({
  ...exported,
  features: Type.Array(Type.Object({ ...features.items.properties, project: orNull(Text) })),
  featureStrategies: Type.Array(Type.Object({ ...featureStrategies.items.properties, id: orNull(Text) })),
})

export const StrategyOrder = Type.Object({ id: Text, sortOrder: orNull(Type.Number()) })

const Variant = Type.Object({
  name: Text,
  weight: Type.Number(),
  stickiness: orNull(Text),
  payload: orNull(Type.Object({ type: Text, value: Type.String() })),
  overrides: orNull(list(Type.Object({ contextName: Text, values: list(Text, 100_000) }), 1_000)),
})
const Rule = Type.Object({
  name: Text,
  parameters: orNull(Type.Record(Type.String(), Type.Unknown())),
  constraints: orNull(list(Constraint, 1_000)),
  segments: orNull(list(Type.Number(), 1_000)),
  variants: orNull(list(Variant, 1_000)),
})
export const DocumentFlag = Type.Object({
  name: Text,
  enabled: Type.Boolean(),
  project: orNull(Text),
  strategies: orNull(list(Rule, 1_000)),
  variants: orNull(list(Variant, 1_000)),
  dependencies: orNull(
    list(
      Type.Object({
        feature: Text,
        enabled: orNull(Type.Boolean()),
        variants: orNull(list(Text, 1_000)),
      }),
      1_000,
    ),
  ),
})
export type DocumentFlag = Static<typeof DocumentFlag>
export const DocumentSegment = Type.Object({
  id: Type.Number(),
  name: orNull(Text),
  constraints: list(Constraint, 1_000),
})
export type DocumentSegment = Static<typeof DocumentSegment>
/** The client API's document of an environment. */
export const ClientDocument = Type.Object({
  features: list(DocumentFlag, 50_000),
  segments: orNull(list(DocumentSegment)),
})
export type ClientDocument = Static<typeof ClientDocument>

/** The frontend API's answer: the flags that are on. */
export const FrontendAnswer = Type.Object({
  toggles: list(
    Type.Object({
      name: Text,
      enabled: Type.Boolean(),
      variant: orNull(
        Type.Object({ name: Text, payload: orNull(Type.Object({ type: Text, value: Type.String() })) }),
      ),
    }),
    50_000,
  ),
})
export type FrontendAnswer = Static<typeof FrontendAnswer>
