import Type, { type Static } from 'typebox'
import { FeatureStrategy } from './flags.ts'
import { closed, Nullable, named } from './schema.ts'

export const Environment = named(
  'environmentSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      name: Type.String(),
      type: Type.String(),
      enabled: Type.Boolean(),
      protected: Type.Boolean(),
      sortOrder: Type.Integer(),
      projectCount: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      apiTokenCount: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      enabledToggleCount: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      requiredApprovals: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
    },
    closed,
  ),
)
export type Environment = Static<typeof Environment>

export const Environments = named(
  'environmentsSchema',
  Type.Object({ version: Type.Integer(), environments: Type.Array(Environment) }, closed),
)
export type Environments = Static<typeof Environments>

export const EnvironmentProject = named(
  'environmentProjectSchema',
  Type.Object(
    {
      name: Type.String(),
      type: Type.String(),
      enabled: Type.Boolean(),
      protected: Type.Boolean(),
      sortOrder: Type.Integer(),
      projectApiTokenCount: Type.Optional(Type.Integer({ minimum: 0 })),
      projectEnabledToggleCount: Type.Optional(Type.Integer({ minimum: 0 })),
      defaultStrategy: Type.Optional(FeatureStrategy),
      visible: Type.Optional(Type.Boolean()),
      requiredApprovals: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
    },
    closed,
  ),
)
export type EnvironmentProject = Static<typeof EnvironmentProject>

export const EnvironmentsProject = named(
  'environmentsProjectSchema',
  Type.Object({ version: Type.Integer(), environments: Type.Array(EnvironmentProject) }, closed),
)
export type EnvironmentsProject = Static<typeof EnvironmentsProject>

export const SortOrder = named('sortOrderSchema', Type.Record(Type.String(), Type.Integer()))
export type SortOrder = Static<typeof SortOrder>

export const CreateEnvironment = named(
  'createEnvironmentSchema',
  Type.Object({
    enabled: Type.Optional(Type.Boolean()),
    name: Type.String({ pattern: '^[a-zA-Z0-9~_.-]+$' }),
    requiredApprovals: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
    sortOrder: Type.Optional(Type.Integer()),
    type: Type.String({ minLength: 1 }),
  }),
)
export type CreateEnvironment = Static<typeof CreateEnvironment>

export const UpdateEnvironment = named(
  'updateEnvironmentSchema',
  Type.Object({
    requiredApprovals: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
    sortOrder: Type.Optional(Type.Integer()),
    type: Type.Optional(Type.String()),
  }),
)
export type UpdateEnvironment = Static<typeof UpdateEnvironment>

export const CloneEnvironment = named(
  'cloneEnvironmentSchema',
  Type.Object({
    clonePermissions: Type.Optional(Type.Boolean()),
    name: Type.String(),
    projects: Type.Optional(Type.Array(Type.String())),
    type: Type.String(),
  }),
)
export type CloneEnvironment = Static<typeof CloneEnvironment>

export const EnvironmentParams = Type.Object({ name: Type.String() })
