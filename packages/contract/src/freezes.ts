import Type, { type Static } from 'typebox'
import { closed, Nullable, named, RowId } from './schema.ts'

const Moment = Type.String({ format: 'date-time' })

/** A time of the week: 1 is Monday. */
const WeekMoment = Type.Object(
  {
    day: Type.Integer({ minimum: 1, maximum: 7 }),
    time: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  },
  closed,
)

export const WeeklyFreeze = Type.Object(
  {
    timeZone: Type.String({ minLength: 1, maxLength: 64 }),
    windows: Type.Array(Type.Object({ from: WeekMoment, to: WeekMoment }, closed), {
      minItems: 1,
      maxItems: 7,
    }),
  },
  closed,
)
export type WeeklyFreeze = Static<typeof WeeklyFreeze>

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  reason: Type.String({ maxLength: 500 }),
  /** All projects if it is null. */
  project: Nullable(Type.String()),
  /** All environments if it is empty. */
  environments: Type.Array(Type.String(), { maxItems: 100 }),
  startsAt: Nullable(Moment),
  endsAt: Nullable(Moment),
  weekly: Nullable(WeeklyFreeze),
  /** People who can skip reviews can change flags with a reason. */
  breakGlass: Type.Boolean(),
}

export const UpsertFreeze = named('upsertFreezeSchema', Type.Object(fields, closed))
export type UpsertFreeze = Static<typeof UpsertFreeze>

export const Freeze = named(
  'freezeSchema',
  Type.Object(
    {
      id: Type.Integer(),
      ...fields,
      /** Whether it applies now, and until when. */
      active: Type.Boolean(),
      activeUntil: Type.Optional(Moment),
      createdBy: Type.Object({ id: Type.Integer(), name: Type.String() }, closed),
      createdAt: Moment,
      objectVersion: Type.Integer(),
    },
    closed,
  ),
)
export type Freeze = Static<typeof Freeze>

export const Freezes = named('freezesSchema', Type.Object({ freezes: Type.Array(Freeze) }, closed))

export const FreezeParams = Type.Object({ id: RowId })
export const MOST_FREEZES = 50
