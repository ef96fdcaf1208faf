import Type, { type Static } from 'typebox'

import { closed, Nullable, named } from './schema.ts'

export const FeatureType = named(
  'featureTypeSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      id: Type.String(),
      name: Type.String(),
      description: Type.String(),
      lifetimeDays: Nullable(Type.Integer({ minimum: 0 })),
    },
    closed,
  ),
)
export type FeatureType = Static<typeof FeatureType>

export const FeatureTypes = named(
  'featureTypesSchema',
  Type.Object({ version: Type.Enum([1]), types: Type.Array(FeatureType) }, closed),
)
export type FeatureTypes = Static<typeof FeatureTypes>

export const UpdateFeatureTypeLifetime = named(
  'updateFeatureTypeLifetimeSchema',
  Type.Object({ lifetimeDays: Nullable(Type.Integer({ minimum: 0, maximum: 2147483647 })) }),
)
export type UpdateFeatureTypeLifetime = Static<typeof UpdateFeatureTypeLifetime>

export const FlagTypeParams = Type.Object({ id: Type.String() })
