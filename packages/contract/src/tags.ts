import Type, { type Static } from 'typebox'
import { Tag } from './common.ts'
import { closed, Nullable, named } from './schema.ts'

export const Tags = named(
  'tagsSchema',
  Type.Object({ version: Type.Integer(), tags: Type.Array(Tag) }, closed),
)
export type Tags = Static<typeof Tags>

export const UpdateTags = named(
  'updateTagsSchema',
  Type.Object({ addedTags: Type.Array(Tag), removedTags: Type.Array(Tag) }, closed),
)
export type UpdateTags = Static<typeof UpdateTags>

export const TagsBulkAdd = named(
  'tagsBulkAddSchema',
  Type.Object({ features: Type.Array(Type.String({ minLength: 1 })), tags: UpdateTags }, closed),
)
export type TagsBulkAdd = Static<typeof TagsBulkAdd>

export const TagType = named(
  'tagTypeSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      name: Type.String(),
      description: Type.Optional(Type.String()),
      icon: Type.Optional(Nullable(Type.String())),
      color: Type.Optional(Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }))),
      usedInFeatures: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
    },
    closed,
  ),
)
export type TagType = Static<typeof TagType>

export const TagTypes = named(
  'tagTypesSchema',
  Type.Object({ version: Type.Integer(), tagTypes: Type.Array(TagType) }, closed),
)
export type TagTypes = Static<typeof TagTypes>

export const ValidateTagType = named(
  'validateTagTypeSchema',
  Type.Object({ valid: Type.Boolean(), tagType: TagType }),
)
export type ValidateTagType = Static<typeof ValidateTagType>

export const UpdateTagType = named(
  'updateTagTypeSchema',
  Type.Object({
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Nullable(Type.String())),
    color: Type.Optional(Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }))),
  }),
)
export type UpdateTagType = Static<typeof UpdateTagType>

export const CreateTag = named(
  'createTagSchema',
  Type.Object(
    {
      value: Type.String({ pattern: '^\\s*\\S.{0,48}\\S\\s*$' }),
      type: Type.String({ minLength: 2, maxLength: 50 }),
      color: Type.Optional(Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }))),
    },
    closed,
  ),
)
export type CreateTag = Static<typeof CreateTag>

export const TagWithVersion = named(
  'tagWithVersionSchema',
  Type.Object({ version: Type.Integer(), tag: Tag }, closed),
)
export type TagWithVersion = Static<typeof TagWithVersion>

export const TagTypeParams = Type.Object({ name: Type.String() })
export const TagsOfTypeParams = Type.Object({ type: Type.String() })
export const TagParams = Type.Interface([TagsOfTypeParams], { value: Type.String() })
export const FlagTagParams = Type.Interface([TagParams], { featureName: Type.String() })
