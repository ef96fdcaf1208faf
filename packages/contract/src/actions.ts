import Type, { type Static } from 'typebox'
import { Operator } from './common.ts'
import { closed, Nullable, named, RowId } from './schema.ts'
import { Signal, SignalPayload } from './signals.ts'

const Moment = Type.String({ format: 'date-time' })
const Id = Type.Integer({ minimum: 1 })

export const actionTypes = [
  'TOGGLE_FEATURE_ON',
  'TOGGLE_FEATURE_OFF',
  'TOGGLE_FEATURES_ON_BY_TAG',
  'TOGGLE_FEATURES_OFF_BY_TAG',
] as const
export type ActionType = (typeof actionTypes)[number]

/** Flags that one action by tag can turn on or off. */
export const MOST_TAGGED_FLAGS = 500

const Text = Type.String({ minLength: 1, maxLength: 200 })

export const ActionParameters = Type.Object(
  {
    project: Type.Optional(Text),
    environment: Type.Optional(Text),
    featureName: Type.Optional(Text),
    /** `type:value`. */
    tag: Type.Optional(Text),
  },
  closed,
)
export type ActionParameters = Static<typeof ActionParameters>

export const CreateAction = named(
  'createActionSchema',
  Type.Object(
    {
      action: Type.String({ maxLength: 100 }),
      sortOrder: Type.Integer({ minimum: 1, maximum: 10_000 }),
      executionParams: Type.Optional(ActionParameters),
    },
    closed,
  ),
)
export type CreateAction = Static<typeof CreateAction>

/** The condition on one value of a payload, as a constraint of a rule. */
export const PayloadFilter = Type.Object(
  {
    operator: Operator,
    value: Type.Optional(Type.String({ maxLength: 1_000 })),
    values: Type.Optional(Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 1_000 })),
    inverted: Type.Optional(Type.Boolean()),
    caseInsensitive: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type PayloadFilter = Static<typeof PayloadFilter>

/** By dotted path. */
export const PayloadFilters = Type.Record(Type.String(), PayloadFilter, { maxProperties: 100 })
export type PayloadFilters = Static<typeof PayloadFilters>

export const SignalMatch = Type.Object(
  { source: Type.Enum(['signal-endpoint']), sourceId: RowId, payload: PayloadFilters },
  closed,
)
export type SignalMatch = Static<typeof SignalMatch>

const OnProtected = Type.Enum(['fail', 'request'])
export type OnProtected = Static<typeof OnProtected>

const content = {
  actorId: RowId,
  match: SignalMatch,
  actions: Type.Array(CreateAction, { minItems: 1, maxItems: 100 }),
  onProtected: Type.Optional(OnProtected),
}

export const CreateActions = named(
  'createActionsSchema',
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
      enabled: Type.Optional(Type.Boolean()),
      ...content,
    },
    closed,
  ),
)
export type CreateActions = Static<typeof CreateActions>

const action = {
  id: Id,
  action: Type.String(),
  sortOrder: Id,
  executionParams: ActionParameters,
  createdAt: Moment,
  createdByUserId: Type.Integer(),
}
export const Action = named('actionSchema', Type.Object(action, closed))
export type Action = Static<typeof Action>

const set = {
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  enabled: Type.Boolean(),
  project: Type.String(),
  actorId: Id,
  match: SignalMatch,
  onProtected: OnProtected,
  createdAt: Moment,
  createdByUserId: Type.Integer(),
}

export const ActionSet = named(
  'actionsSchema',
  Type.Object({ ...set, actions: Type.Array(Action), objectVersion: Type.Integer() }, closed),
)
export type ActionSet = Static<typeof ActionSet>

export const ActionSets = named('actionsListSchema', Type.Object({ actions: Type.Array(ActionSet) }, closed))

const ActionEvent = named(
  'actionEventSchema',
  Type.Object(
    {
      ...action,
      state: Type.Enum(['not started', 'started', 'success', 'failed']),
      details: Nullable(Type.String()),
    },
    closed,
  ),
)

export const ActionSetEvent = named(
  'actionSetEventSchema',
  Type.Object(
    {
      id: Id,
      actionSetId: Type.Integer(),
      signalId: Type.Integer(),
      state: Type.Enum(['started', 'success', 'failed']),
      createdAt: Moment,
      signal: Signal,
      actionSet: Type.Object({ ...set, actions: Type.Array(ActionEvent) }, closed),
    },
    closed,
  ),
)
export type ActionSetEvent = Static<typeof ActionSetEvent>

export const ActionSetEvents = named(
  'actionSetEventsSchema',
  Type.Object({ actionSetEvents: Type.Array(ActionSetEvent) }, closed),
)

const Parameter = named(
  'actionDefinitionParameterSchema',
  Type.Object(
    {
      name: Type.Enum(['project', 'environment', 'featureName', 'tag']),
      label: Type.String(),
      type: Type.Enum(['select', 'hidden']),
      optional: Type.Optional(Type.Boolean()),
      options: Type.Optional(Type.Array(Type.String())),
    },
    closed,
  ),
)

const Definition = named(
  'actionDefinitionSchema',
  Type.Object(
    {
      label: Type.String(),
      description: Type.String(),
      category: Type.String(),
      permissions: Type.Array(Type.String()),
      parameters: Type.Array(Parameter),
    },
    closed,
  ),
)
export type ActionDefinition = Static<typeof Definition>

export const ActionDefinitions = named(
  'actionDefinitionsConfigSchema',
  Type.Object(
    {
      TOGGLE_FEATURE_ON: Definition,
      TOGGLE_FEATURE_OFF: Definition,
      TOGGLE_FEATURES_ON_BY_TAG: Definition,
      TOGGLE_FEATURES_OFF_BY_TAG: Definition,
    },
    closed,
  ),
)
export type ActionDefinitions = Static<typeof ActionDefinitions>

/** What an action set can be made from. */
export const ActionOptions = named(
  'actionOptionsSchema',
  Type.Object(
    {
      signalEndpoints: Type.Array(
        Type.Object({ id: Id, name: Type.String(), enabled: Type.Boolean() }, closed),
      ),
      serviceAccounts: Type.Array(Type.Object({ id: Id, name: Type.String() }, closed)),
    },
    closed,
  ),
)
export type ActionOptions = Static<typeof ActionOptions>

export const TryActions = named(
  'tryActionsSchema',
  Type.Object({ ...content, payload: SignalPayload }, closed),
)
export type TryActions = Static<typeof TryActions>

export const TryStoredActions = named(
  'tryStoredActionsSchema',
  Type.Object({ payload: SignalPayload }, closed),
)

export const TriedActions = named(
  'triedActionsSchema',
  Type.Object(
    {
      matches: Type.Boolean(),
      filters: Type.Array(
        Type.Object(
          { path: Type.String(), matches: Type.Boolean(), actual: Nullable(Type.String()) },
          closed,
        ),
      ),
      actions: Type.Array(
        Type.Object(
          {
            sortOrder: Id,
            action: Type.String(),
            outcome: Type.Enum(['change', 'none', 'request', 'failed', 'not started']),
            flags: Type.Array(Type.String()),
            details: Nullable(Type.String()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type TriedActions = Static<typeof TriedActions>

export const ActionsParams = Type.Object({ projectId: Type.String() })
export const ActionSetParams = Type.Object({ projectId: Type.String(), id: RowId })
export const ActionPage = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
})
