import Type, { type Static } from 'typebox'

import { named } from './schema.ts'

export const DependenciesExist = named('dependenciesExistSchema', Type.Boolean())
export type DependenciesExist = Static<typeof DependenciesExist>

export const CreateDependentFeature = named(
  'createDependentFeatureSchema',
  Type.Object({
    feature: Type.String(),
    enabled: Type.Optional(Type.Boolean()),
    variants: Type.Optional(Type.Array(Type.String())),
  }),
)
export type CreateDependentFeature = Static<typeof CreateDependentFeature>

export const ParentFeatureOptions = named('parentFeatureOptionsSchema', Type.Array(Type.String()))
export type ParentFeatureOptions = Static<typeof ParentFeatureOptions>

export const ParentVariantOptions = named('parentVariantOptionsSchema', Type.Array(Type.String()))
export type ParentVariantOptions = Static<typeof ParentVariantOptions>

export const ChildParams = Type.Object({ projectId: Type.String(), child: Type.String() })
export const ParentParams = Type.Object({ projectId: Type.String(), parent: Type.String() })
export const DependencyParams = Type.Interface([ChildParams], { parent: Type.String() })
