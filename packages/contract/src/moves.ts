import Type, { type Static } from 'typebox'
import { closed, named } from './schema.ts'

export const ChangeProject = named('changeProjectSchema', Type.Object({ newProjectId: Type.String() }))
export type ChangeProject = Static<typeof ChangeProject>

export const MoveFeatures = named(
  'moveFeaturesSchema',
  Type.Object({ features: Type.Array(Type.String()), newProjectId: Type.String() }),
)
export type MoveFeatures = Static<typeof MoveFeatures>

/** The obstacles to a move, one sentence each, and the number of tokens it affects. */
export const ValidateMoveFeatures = named(
  'validateMoveFeaturesSchema',
  Type.Object(
    {
      obstacles: Type.Array(
        Type.Object({ message: Type.String(), features: Type.Array(Type.String()) }, closed),
      ),
      /** API tokens that have access only to the old project, and only to the new one. */
      losingTokens: Type.Integer({ minimum: 0 }),
      gainingTokens: Type.Integer({ minimum: 0 }),
    },
    closed,
  ),
)
export type ValidateMoveFeatures = Static<typeof ValidateMoveFeatures>
