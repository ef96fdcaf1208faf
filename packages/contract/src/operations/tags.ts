import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import {
  CreateTag,
  TagParams,
  Tags,
  TagsOfTypeParams,
  TagType,
  TagTypeParams,
  TagTypes,
  TagWithVersion,
  UpdateTagType,
  ValidateTagType,
} from '../tags.ts'

export const tagsOperations = operations({
  'GET /api/admin/tag-types': {
    id: 'getTagTypes',
    tags: ['Tags'],
    summary: 'List all tag types',
    description:
      'Returns every tag type with its description and colour, and the number of flags with such a tag that the caller can see.',
    permission: 'authenticated',
    responses: { 200: TagTypes },
    example: {},
  },
  'POST /api/admin/tag-types': {
    id: 'createTagType',
    tags: ['Tags'],
    summary: 'Create a tag type',
    description:
      'Creates a type for tags. The name has 2 to 50 characters and cannot be changed later. A name that is taken returns 409.',
    permission: 'CREATE_TAG_TYPE',
    body: TagType,
    responses: { 201: TagType },
    example: { body: { name: 'team', description: 'The team that owns the flag', color: '#2F6FD6' } },
  },
  'POST /api/admin/tag-types/validate': {
    id: 'validateTagType',
    tags: ['Tags'],
    summary: 'Check a tag type',
    description:
      'Checks that a tag type with these fields could be created. Returns 400 for an invalid name or text and 409 for a name that is taken; it changes nothing.',
    permission: 'authenticated',
    body: TagType,
    responses: { 200: ValidateTagType },
    example: { body: { name: 'quarter', description: 'When the flag should be gone' } },
  },
  'GET /api/admin/tag-types/:name': {
    id: 'getTagType',
    tags: ['Tags'],
    summary: 'Get a tag type',
    description: 'Returns one tag type. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'authenticated',
    params: TagTypeParams,
    responses: { 200: TagType },
    example: { params: { name: 'simple' } },
  },
  'PUT /api/admin/tag-types/:name': {
    id: 'updateTagType',
    tags: ['Tags'],
    summary: 'Update a tag type',
    description:
      'Changes the description, icon and colour of a tag type; omitted fields stay the same. The name cannot be changed.',
    permission: 'UPDATE_TAG_TYPE',
    params: TagTypeParams,
    body: UpdateTagType,
    responses: { 200: Nothing },
    example: { params: { name: 'simple' }, body: { description: 'Labels without a type', color: '#5B8C5A' } },
  },
  'DELETE /api/admin/tag-types/:name': {
    id: 'deleteTagType',
    tags: ['Tags'],
    summary: 'Delete a tag type',
    description:
      'Deletes the type and all its tags, and removes these from every flag, including archived ones. Deleting the type `simple` returns 403.',
    permission: 'DELETE_TAG_TYPE',
    params: TagTypeParams,
    responses: { 200: Nothing },
    example: { params: { name: 'area' } },
  },
  'GET /api/admin/tags': {
    id: 'getTags',
    tags: ['Tags'],
    summary: 'List all tags',
    description: 'Returns every tag of every type with the colour of its type, sorted by type and value.',
    permission: 'authenticated',
    responses: { 200: Tags },
    example: {},
  },
  'POST /api/admin/tags': {
    id: 'createTag',
    tags: ['Tags'],
    summary: 'Create a tag',
    description:
      'Creates a tag without adding it to a flag. It requires `UPDATE_FEATURE` in at least one project. A type that does not exist returns 400, and a tag that already exists returns 409.',
    permission: 'UPDATE_FEATURE',
    body: CreateTag,
    responses: { 201: TagWithVersion },
    example: { body: { type: 'simple', value: 'autumn' } },
  },
  'GET /api/admin/tags/:type': {
    id: 'getTagsByType',
    tags: ['Tags'],
    summary: 'List the tags of a type',
    description:
      'Returns all tags of one type with its colour. The list is empty if the type does not exist.',
    permission: 'authenticated',
    params: TagsOfTypeParams,
    responses: { 200: Tags },
    example: { params: { type: 'simple' } },
  },
  'GET /api/admin/tags/:type/:value': {
    id: 'getTag',
    tags: ['Tags'],
    summary: 'Get a tag',
    description: 'Returns one tag with the colour of its type. Returns 404 if the tag does not exist.',
    permission: 'authenticated',
    params: TagParams,
    responses: { 200: TagWithVersion },
    example: { params: { type: 'simple', value: 'checkout' } },
  },
  'DELETE /api/admin/tags/:type/:value': {
    id: 'deleteTag',
    tags: ['Tags'],
    summary: 'Delete a tag',
    description:
      'Deletes the tag and removes it from every flag, including archived ones. It requires `UPDATE_FEATURE` in every project whose flags have the tag.',
    permission: 'UPDATE_FEATURE',
    params: TagParams,
    responses: { 200: Nothing },
    example: { params: { type: 'simple', value: 'summer' } },
  },
})
