import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

/** The server to move from. The token is used for this request only and never stored. */
const source = {
  url: Type.String({ minLength: 1, maxLength: 2_000 }),
  token: Type.String({ minLength: 1, maxLength: 500 }),
}

export const MoveSource = named('moveSourceSchema', Type.Object(source, closed))
export type MoveSource = Static<typeof MoveSource>

export const StartMoveImport = named(
  'startMoveImportSchema',
  Type.Object(
    {
      ...source,
      tokens: Type.Optional(Type.Boolean({ description: 'Adopt API tokens; true by default.' })),
      users: Type.Optional(Type.Boolean({ description: 'Create accounts; true by default.' })),
      invite: Type.Optional(Type.Boolean({ description: 'Send invitations to the new accounts.' })),
      follow: Type.Optional(
        Type.Boolean({ description: 'Repeat later changes of the source until the move is ended.' }),
      ),
      take: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 250 }), {
          maxItems: 20_000,
          description: 'Flags to overwrite although people changed them here.',
        }),
      ),
    },
    closed,
  ),
)
export type StartMoveImport = Static<typeof StartMoveImport>

export const movePhases = [
  'none',
  'planning',
  'planned',
  'importing',
  'imported',
  'comparing',
  'compared',
  'failed',
  'interrupted',
] as const
export type MovePhase = (typeof movePhases)[number]

const MoveDifference = Type.Object(
  {
    kind: Type.String(),
    name: Type.String(),
    project: Type.Optional(Type.String()),
    environment: Type.Optional(Type.String()),
    fields: Type.Array(Type.String()),
  },
  closed,
)
const MoveBlocked = Type.Object(
  { name: Type.String(), project: Type.String(), environment: Type.String(), reason: Type.String() },
  closed,
)
const Count = Type.Integer({ minimum: 0 })

export const MovePlan = named(
  'movePlanSchema',
  Type.Object(
    {
      at: Type.String({ format: 'date-time' }),
      rows: Type.Array(
        Type.Object(
          { kind: Type.String(), total: Count, create: Count, update: Count, same: Count, differ: Count },
          closed,
        ),
      ),
      differences: Type.Array(MoveDifference),
      blocked: Type.Array(MoveBlocked),
      /** Tokens whose secrets the source does not show. */
      needNew: Type.Array(Type.String()),
      notBrought: Type.Array(Type.String()),
    },
    closed,
  ),
)
export type MovePlan = Static<typeof MovePlan>

export const MoveImport = named(
  'moveImportSchema',
  Type.Object(
    {
      created: Count,
      updated: Count,
      differences: Type.Array(MoveDifference),
      blocked: Type.Array(MoveBlocked),
    },
    closed,
  ),
)
export type MoveImport = Static<typeof MoveImport>

const MoveSide = Nullable(
  Type.Object({ enabled: Type.Boolean(), variant: Nullable(Type.String()), why: Type.String() }, closed),
)

export const MoveComparison = named(
  'moveComparisonSchema',
  Type.Object(
    {
      at: Type.String({ format: 'date-time' }),
      ms: Count,
      clean: Type.Boolean(),
      environments: Type.Array(Type.String()),
      flags: Count,
      documentDifferences: Count,
      contexts: Count,
      recorded: Count,
      evaluations: Count,
      evaluationMismatches: Count,
      frontendAnswers: Count,
      frontendMismatches: Count,
      /** Left out, because their results are random. */
      randomFlags: Count,
      randomRules: Count,
      notCompared: Type.Array(Type.String()),
      /** At most 200, most answers first. */
      mismatches: Type.Array(
        Type.Object(
          {
            flag: Type.String(),
            environment: Type.String(),
            answers: Count,
            of: Count,
            cause: Type.String(),
            fields: Type.Array(Type.String()),
            context: Nullable(Type.Record(Type.String(), Type.Unknown())),
            theirs: MoveSide,
            ours: MoveSide,
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type MoveComparison = Static<typeof MoveComparison>

export const Move = named(
  'moveSchema',
  Type.Object(
    {
      phase: Type.Enum([...movePhases]),
      url: Type.Optional(Type.String()),
      version: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
      updatedAt: Type.Optional(Type.String({ format: 'date-time' })),
      plan: Type.Optional(MovePlan),
      progress: Type.Optional(
        Type.Array(Type.Object({ kind: Type.String(), done: Count, total: Count }, closed)),
      ),
      imported: Type.Optional(MoveImport),
      comparison: Type.Optional(MoveComparison),
      following: Type.Optional(
        Type.Object(
          {
            since: Type.String({ format: 'date-time' }),
            updated: Count,
            error: Type.Optional(Type.String()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type Move = Static<typeof Move>
