import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

const Revision = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** Parts can be removed when their newest event is this old. */
export const EVENT_DAYS_KEPT = 90

export const EventPart = named(
  'eventPartSchema',
  Type.Object(
    {
      first: Type.Integer({ description: 'The ID of the first event.' }),
      last: Type.Integer({ description: 'The ID of the last event that the part has room for.' }),
      events: Type.Integer(),
      bytes: Type.Integer({ description: 'The space that it takes in the database, with its indexes.' }),
      from: Nullable(Type.String({ format: 'date-time', description: 'The time of its oldest event.' })),
      to: Nullable(Type.String({ format: 'date-time', description: 'The time of its newest event.' })),
      state: Type.Enum(['open', 'full', 'checking', 'removing'], {
        description:
          '`open`: it receives new events. `full`: it does not any more. `checking`: it is being compared with the exported file. `removing`: it matched, and its events are being removed.',
      }),
      checked: Type.Integer({ description: 'How many events have been checked for its removal.' }),
      blocker: Nullable(Type.String({ description: 'Why it cannot be removed now; null if it can.' })),
      failure: Nullable(Type.String({ description: 'Why the last removal failed.' })),
    },
    closed,
  ),
)
export type EventPart = Static<typeof EventPart>

export const EventParts = named(
  'eventPartsSchema',
  Type.Object(
    {
      parts: Type.Array(EventPart, { description: 'Oldest first.' }),
      removed: Type.Array(
        Type.Object(
          {
            first: Type.Integer(),
            last: Type.Integer(),
            lastHash: Sha256,
            sha256: Type.String({
              description: 'The SHA-256 of the uncompressed text of the exported file.',
            }),
            removedAt: Nullable(Type.String({ format: 'date-time' })),
          },
          closed,
        ),
        { description: 'Parts that were exported and removed, oldest first.' },
      ),
    },
    closed,
  ),
)
export type EventParts = Static<typeof EventParts>

export const EventPartParams = Type.Object({ last: Revision })

export const RemoveEventPart = named(
  'removeEventPartSchema',
  Type.Object(
    {
      sha256: Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'The SHA-256 of the uncompressed text of the exported file.',
      }),
    },
    closed,
  ),
)
