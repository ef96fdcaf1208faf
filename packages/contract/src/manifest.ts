import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'
import { ValueSchema, ValueType } from './values.ts'

/** The sync API of the OpenFeature CLI, version 0. */

const Key = Type.String({ minLength: 1, maxLength: 500, description: 'The name of the flag.' })
const DefaultValue = Type.Unknown({ description: 'A boolean, text, number or object, as `type` says.' })

export const ManifestFlag = named(
  'manifestFlagSchema',
  Type.Object(
    {
      key: Key,
      name: Type.Optional(Type.String({ description: 'The same as `key`.' })),
      type: ValueType,
      description: Type.Optional(Nullable(Type.String())),
      defaultValue: DefaultValue,
      schema: Type.Optional(ValueSchema),
      project: Type.Optional(Type.String({ description: 'Only with `details`.' })),
      kind: Type.Optional(
        Type.String({ description: 'Release, experiment and so on. Only with `details`.' }),
      ),
      stale: Type.Optional(Type.Boolean({ description: 'Only with `details`.' })),
      values: Type.Optional(
        Type.Array(Type.String(), {
          description: 'All values that the variants of a string flag have. Only with `details`.',
        }),
      ),
    },
    closed,
  ),
)
export type ManifestFlag = Static<typeof ManifestFlag>

export const Manifest = named('manifestSchema', Type.Object({ flags: Type.Array(ManifestFlag) }, closed))
export type Manifest = Static<typeof Manifest>

export const ManifestQuery = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 100 })),
  details: Type.Optional(Type.Boolean()),
})

export const CreateManifestFlag = named(
  'createManifestFlagSchema',
  Type.Object({
    key: Key,
    type: ValueType,
    name: Type.Optional(Type.String({ maxLength: 500 })),
    description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
    defaultValue: DefaultValue,
    schema: Type.Optional(ValueSchema),
  }),
)
export type CreateManifestFlag = Static<typeof CreateManifestFlag>

export const UpdateManifestFlag = named(
  'updateManifestFlagSchema',
  Type.Interface([Type.Omit(CreateManifestFlag, ['defaultValue'])], {
    defaultValue: Type.Optional(DefaultValue),
  }),
)
export type UpdateManifestFlag = Static<typeof UpdateManifestFlag>

export const ManifestCreateQuery = Type.Object({
  project: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Where the flag is created. By default the only project in which you can create flags, or the project `default`.',
    }),
  ),
})

export const ManifestFlagResponse = named(
  'manifestFlagResponseSchema',
  Type.Object({ flag: ManifestFlag, updatedAt: Type.String({ format: 'date-time' }) }, closed),
)
export type ManifestFlagResponse = Static<typeof ManifestFlagResponse>

export const ManifestKeyParams = Type.Object({ key: Key })
