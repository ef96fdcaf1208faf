import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

const Moment = Type.String({ format: 'date-time' })
const Revision = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const List = Type.String({ maxLength: 4000 })

/** The objects that a summary can contain. */
export const changedKinds = [
  'flag',
  'segment',
  'environment',
  'project',
  'context-field',
  'strategy-type',
  'freeze',
  'setting',
] as const
export type ChangedKind = (typeof changedKinds)[number]

export const MOST_GROUPS = 500

export const WhatChangedQuery = Type.Object({
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  fromRevision: Type.Optional(Revision),
  toRevision: Type.Optional(Revision),
  project: Type.Optional(List),
  environment: Type.Optional(List),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_GROUPS })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
})
export type WhatChangedQuery = Static<typeof WhatChangedQuery>

const Point = Type.Object({ revision: Revision, at: Moment }, closed)

const Result = Type.Enum(['created', 'removed', 'changed', 'unchanged'], {
  description: '`unchanged` if later changes restored the earlier state.',
})
export type ChangedResult = Static<typeof Result>

export const ChangedPlace = named(
  'changedPlaceSchema',
  Type.Object(
    {
      environment: Nullable(Type.String({ description: 'Null for changes that are in no environment.' })),
      environmentType: Nullable(Type.String()),
      result: Result,
      changes: Type.Integer({ minimum: 0 }),
      lines: Type.Array(Type.String(), { description: 'The net difference, at most 50 lines.' }),
      restore: Type.Optional(
        Type.Object(
          { lines: Type.Array(Type.String()) },
          {
            ...closed,
            description: 'What would change if this environment of the flag is restored to `from`.',
          },
        ),
      ),
      notRestorable: Type.Optional(
        Type.String({ description: 'The reason why this environment of the flag cannot be restored.' }),
      ),
    },
    closed,
  ),
)
export type ChangedPlace = Static<typeof ChangedPlace>

export const ChangedEvent = named(
  'changedEventSchema',
  Type.Object(
    {
      id: Type.Integer({ minimum: 1 }),
      type: Type.String({ description: 'The type of the event.' }),
      createdAt: Moment,
      createdBy: Type.String(),
      environment: Nullable(Type.String()),
      text: Type.String({ description: 'One sentence, without the actor, project and environment.' }),
      lines: Type.Array(Type.String()),
      reverts: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'The number of events in the change, if it can be reverted.',
        }),
      ),
    },
    closed,
  ),
)
export type ChangedEvent = Static<typeof ChangedEvent>

export const ChangedGroup = named(
  'changedGroupSchema',
  Type.Object(
    {
      kind: Type.Enum([...changedKinds]),
      id: Type.String(),
      name: Type.String(),
      project: Nullable(Type.String()),
      result: Result,
      changes: Type.Integer({ minimum: 1 }),
      firstAt: Moment,
      lastAt: Moment,
      people: Type.Array(Type.String(), { description: 'Who made the changes, the latest first.' }),
      places: Type.Array(ChangedPlace),
      events: Type.Array(ChangedEvent, { description: 'The newest 10 events.' }),
    },
    closed,
  ),
)
export type ChangedGroup = Static<typeof ChangedGroup>

export const WhatChanged = named(
  'whatChangedSchema',
  Type.Object(
    {
      from: Point,
      to: Point,
      latest: Revision,
      complete: Type.Boolean({
        description:
          'False if the period has more than 20,000 events. The summary then covers the newest ones, and `from` is where they start.',
      }),
      outside: Type.Boolean({
        description: 'Whether changes that belong to no project are included. This requires `READ_LOGS`.',
      }),
      changes: Type.Integer({ minimum: 0 }),
      total: Type.Integer({ minimum: 0, description: 'The number of changed objects.' }),
      groups: Type.Array(ChangedGroup),
      next: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page.' })),
    },
    closed,
  ),
)
export type WhatChanged = Static<typeof WhatChanged>

export const RestoreEnvironment = named(
  'restoreEnvironmentSchema',
  Type.Object(
    {
      feature: Type.String({ minLength: 1, maxLength: 500 }),
      revision: Revision,
      basis: Type.Optional(Revision),
    },
    closed,
  ),
)
export type RestoreEnvironment = Static<typeof RestoreEnvironment>

export const RestoreParams = Type.Object({ projectId: Type.String(), environment: Type.String() })
