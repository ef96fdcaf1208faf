import Type, { type Static } from 'typebox'

import { closed, Nullable, named } from './schema.ts'

export const LegalValue = named(
  'legalValueSchema',
  Type.Object({ value: Type.String(), description: Type.Optional(Type.String()) }, closed),
)
export type LegalValue = Static<typeof LegalValue>

/** The type of a field, so that only matching operators are offered. */
const ValueType = Type.Enum(['string', 'number', 'semver', 'date', 'boolean'])

export const ContextField = named(
  'contextFieldSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      stickiness: Type.Optional(Type.Boolean()),
      sortOrder: Type.Optional(Type.Integer()),
      createdAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      usedInFeatures: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      usedInProjects: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      legalValues: Type.Optional(Type.Array(LegalValue)),
      project: Type.Optional(Type.String()),
      valueType: Type.Optional(ValueType),
    },
    closed,
  ),
)
export type ContextField = Static<typeof ContextField>

export const ContextFields = named('contextFieldsSchema', Type.Array(ContextField))
export type ContextFields = Static<typeof ContextFields>

export const CreateContextField = named(
  'createContextFieldSchema',
  Type.Object({
    description: Type.Optional(Type.String()),
    stickiness: Type.Optional(Type.Boolean()),
    sortOrder: Type.Optional(Type.Integer()),
    legalValues: Type.Optional(Type.Array(LegalValue)),
    project: Type.Optional(Type.String()),
    name: Type.String(),
    valueType: Type.Optional(ValueType),
  }),
)
export type CreateContextField = Static<typeof CreateContextField>

export const UpdateContextField = named(
  'updateContextFieldSchema',
  Type.Object({
    description: Type.Optional(Type.String()),
    stickiness: Type.Optional(Type.Boolean()),
    sortOrder: Type.Optional(Type.Integer()),
    legalValues: Type.Optional(Type.Array(LegalValue)),
    project: Type.Optional(Type.String()),
    valueType: Type.Optional(ValueType),
  }),
)
export type UpdateContextField = Static<typeof UpdateContextField>

export const ContextFieldStrategies = named(
  'contextFieldStrategiesSchema',
  Type.Object({
    strategies: Type.Array(
      Type.Object({
        id: Type.String(),
        featureName: Type.String(),
        projectId: Type.String(),
        environment: Type.String(),
        strategyName: Type.String(),
      }),
    ),
  }),
)
export type ContextFieldStrategies = Static<typeof ContextFieldStrategies>

export const ContextFieldParams = Type.Object({ contextField: Type.String() })
export const LegalValueParams = Type.Interface([ContextFieldParams], { legalValue: Type.String() })
export const ProjectContextFieldParams = Type.Interface([ContextFieldParams], { projectId: Type.String() })
export const ProjectLegalValueParams = Type.Interface([LegalValueParams], { projectId: Type.String() })
export const ContextFieldsQuery = Type.Object({ include: Type.Optional(Type.String()) })
