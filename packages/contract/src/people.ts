import Type, { type Static } from 'typebox'
import { FlagOwner } from './common.ts'
import { FlagParams } from './flags.ts'
import { closed, Nullable, named, RowId } from './schema.ts'

export const OwnerReference = Type.Object({ type: Type.Enum(['user', 'group']), id: RowId }, closed)
export type OwnerReference = Static<typeof OwnerReference>

export const SetFlagOwner = named(
  'setFlagOwnerSchema',
  Type.Object(
    { owner: Nullable(OwnerReference) },
    { ...closed, description: 'The new owner, or null for none.' },
  ),
)

export const FlagOwners = named('flagOwnersSchema', Type.Object({ owners: Type.Array(FlagOwner) }, closed))

/** A person who can see a project. */
export const ProjectPerson = named(
  'projectPersonSchema',
  Type.Object(
    {
      id: Type.Integer(),
      name: Type.String(),
      handle: Type.String({
        description: 'What follows the @ in a mention: the user name or email address.',
      }),
    },
    closed,
  ),
)
export type ProjectPerson = Static<typeof ProjectPerson>

export const ProjectPeople = named(
  'projectPeopleSchema',
  Type.Object(
    {
      users: Type.Array(ProjectPerson),
      groups: Type.Array(
        Type.Object({ id: Type.Integer(), name: Type.String(), userCount: Type.Integer() }, closed),
      ),
    },
    closed,
  ),
)
export type ProjectPeople = Static<typeof ProjectPeople>

export const ProjectPeopleQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100, description: 'A part of a name.' })),
})

export const LONGEST_COMMENT = 2_000
export const MOST_COMMENTS = 1_000
/** A page of comments has at most this many. */
export const COMMENTS_PER_PAGE = 50

export const FlagComment = named(
  'flagCommentSchema',
  Type.Object(
    {
      id: Type.Integer(),
      text: Type.String(),
      createdBy: Type.Object({ id: Type.Integer(), name: Type.String() }, closed),
      createdAt: Type.String({ format: 'date-time' }),
      editedAt: Nullable(Type.String({ format: 'date-time' })),
      mentions: Type.Array(ProjectPerson),
    },
    closed,
  ),
)
export type FlagComment = Static<typeof FlagComment>

export const FlagComments = named(
  'flagCommentsSchema',
  Type.Object({ comments: Type.Array(FlagComment), total: Type.Integer({ minimum: 0 }) }, closed),
)
export type FlagComments = Static<typeof FlagComments>

export const WriteComment = named(
  'writeFlagCommentSchema',
  Type.Object({ text: Type.String({ minLength: 1, maxLength: LONGEST_COMMENT }) }, closed),
)

export const CommentsQuery = Type.Object({
  before: Type.Optional(Type.Integer({ ...RowId, description: 'Returns comments older than this one.' })),
})
export const CommentParams = Type.Interface([FlagParams], { commentId: RowId })
