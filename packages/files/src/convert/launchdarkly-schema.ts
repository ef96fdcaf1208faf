import Type, { type Static } from 'typebox'

// What is used of LaunchDarkly's `GET /api/v2/flags/{project}?summary=0`. Everything else is ignored.

const Text = Type.String({ maxLength: 10_000 })
const Index = Type.Integer({ minimum: 0, maximum: 10_000 })
const Kind = Type.Optional(Text)
const list = <T extends Parameters<typeof Type.Array>[0]>(items: T) =>
  Type.Optional(Type.Array(items, { maxItems: 50_000 }))

const Rollout = Type.Object({
  variations: Type.Array(Type.Object({ variation: Index, weight: Type.Number({ minimum: 0 }) }), {
    maxItems: 1_000,
  }),
  bucketBy: Type.Optional(Text),
  contextKind: Kind,
})
const Served = { variation: Type.Optional(Index), rollout: Type.Optional(Rollout) }
const Target = Type.Object({
  values: Type.Array(Text, { maxItems: 50_000 }),
  variation: Index,
  contextKind: Kind,
})
const Clause = Type.Object({
  attribute: Type.Optional(Text),
  op: Text,
  values: Type.Array(Type.Unknown(), { maxItems: 50_000 }),
  negate: Type.Optional(Type.Boolean()),
  contextKind: Kind,
})
const Rule = Type.Object({ ...Served, description: Type.Optional(Text), clauses: list(Clause) })
const Environment = Type.Object({
  on: Type.Boolean(),
  archived: Type.Optional(Type.Boolean()),
  offVariation: Type.Optional(Index),
  fallthrough: Type.Optional(Type.Object(Served)),
  targets: list(Target),
  contextTargets: list(Target),
  rules: list(Rule),
  prerequisites: list(Type.Object({ key: Text, variation: Index })),
})
const Flag = Type.Object({
  key: Text,
  kind: Type.Optional(Text),
  name: Type.Optional(Text),
  description: Type.Optional(Text),
  temporary: Type.Optional(Type.Boolean()),
  archived: Type.Optional(Type.Boolean()),
  deprecated: Type.Optional(Type.Boolean()),
  tags: list(Text),
  variations: Type.Array(Type.Object({ value: Type.Unknown(), name: Type.Optional(Text) }), {
    maxItems: 1_000,
  }),
  environments: Type.Optional(Type.Record(Text, Environment)),
})

export const LaunchDarklyExport = Type.Object({ items: Type.Array(Flag, { maxItems: 50_000 }) })
export type LaunchDarklyExport = Static<typeof LaunchDarklyExport>
export type LdFlag = Static<typeof Flag>
export type LdEnvironment = Static<typeof Environment>
export type LdServed = Static<typeof Rule>
export type LdClause = Static<typeof Clause>
export type LdTarget = Static<typeof Target>
