import { Tag } from '../../common.ts'
import {
  ChildParams,
  CreateDependentFeature,
  DependenciesExist,
  DependencyParams,
  ParentFeatureOptions,
  ParentParams,
  ParentVariantOptions,
} from '../../dependencies.ts'
import { FeatureType, FeatureTypes, FlagTypeParams, UpdateFeatureTypeLifetime } from '../../flag-types.ts'
import { FlagNameParams, FlagParams, Link, LinkParams, ProjectFlagsParams } from '../../flags.ts'
import { operations } from '../../operation.ts'
import { Nothing } from '../../schema.ts'
import { FlagTagParams, Tags, TagsBulkAdd, UpdateTags } from '../../tags.ts'

export const flagRelationOperations = operations({
  'GET /api/admin/feature-types': {
    id: 'getAllFeatureTypes',
    tags: ['Feature Types'],
    summary: 'List all flag types',
    description: 'Returns every flag type with its expected lifetime in days; `null` means unlimited.',
    permission: 'authenticated',
    responses: { 200: FeatureTypes },
    example: {},
  },
  'PUT /api/admin/feature-types/:id/lifetime': {
    id: 'updateFeatureTypeLifetime',
    tags: ['Feature Types'],
    summary: 'Update the expected lifetime of a flag type',
    description:
      'Sets the number of days after which flags of this type are marked as potentially stale, and returns the type. `null` or `0` means unlimited.',
    permission: 'ADMIN',
    params: FlagTypeParams,
    body: UpdateFeatureTypeLifetime,
    responses: { 200: FeatureType },
    example: { params: { id: 'release' }, body: { lifetimeDays: 30 } },
  },
  'GET /api/admin/projects/:projectId/dependencies': {
    id: 'checkDependenciesExist',
    tags: ['Dependencies'],
    summary: 'Check whether a project has dependencies',
    description:
      'Returns `true` if at least one flag of the project depends on another flag, otherwise `false`.',
    permission: 'authenticated',
    params: ProjectFlagsParams,
    responses: { 200: DependenciesExist },
    example: { params: { projectId: 'default' } },
  },
  'POST /api/admin/projects/:projectId/features/:child/dependencies': {
    id: 'addFeatureDependency',
    tags: ['Dependencies'],
    summary: 'Add a dependency to a flag',
    description:
      'Makes the flag depend on a parent flag of the same project, or changes the condition of an existing dependency. Dependencies are one level deep and a flag can have up to 10 parents; anything else returns 403.',
    permission: 'UPDATE_FEATURE_DEPENDENCY',
    params: ChildParams,
    body: CreateDependentFeature,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default', child: 'new-checkout' },
      body: { feature: 'payment-api', enabled: true },
    },
  },
  'DELETE /api/admin/projects/:projectId/features/:child/dependencies': {
    id: 'deleteFeatureDependencies',
    tags: ['Dependencies'],
    summary: 'Delete all dependencies of a flag',
    description: 'Removes every parent of the flag. Returns 200 even if the flag has no parent.',
    permission: 'UPDATE_FEATURE_DEPENDENCY',
    params: ChildParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', child: 'apple-pay' } },
  },
  'DELETE /api/admin/projects/:projectId/features/:child/dependencies/:parent': {
    id: 'deleteFeatureDependency',
    tags: ['Dependencies'],
    summary: 'Delete a dependency of a flag',
    description:
      'Removes one parent of the flag; its other parents stay. Returns 200 even if the flag does not depend on that parent.',
    permission: 'UPDATE_FEATURE_DEPENDENCY',
    params: DependencyParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', child: 'new-checkout', parent: 'payment-api' } },
  },
  'GET /api/admin/projects/:projectId/features/:child/parents': {
    id: 'listParentOptions',
    tags: ['Dependencies'],
    summary: 'List the possible parents of a flag',
    description:
      'Returns the names of the flags in the project that this flag can depend on: those that are not archived and do not depend on another flag. The list is empty if other flags depend on this one.',
    permission: 'authenticated',
    params: ChildParams,
    responses: { 200: ParentFeatureOptions },
    example: { params: { projectId: 'default', child: 'new-checkout' } },
  },
  'GET /api/admin/projects/:projectId/features/:parent/parent-variants': {
    id: 'listParentVariantOptions',
    tags: ['Dependencies'],
    summary: 'List the variants of a parent flag',
    description:
      'Returns the names of all variants of the flag, from its rules and from the flag itself, in any environment. A dependency can require one of them.',
    permission: 'authenticated',
    params: ParentParams,
    responses: { 200: ParentVariantOptions },
    example: { params: { projectId: 'default', parent: 'payment-api' } },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/link': {
    id: 'createFeatureLink',
    tags: ['Features'],
    summary: 'Add a link to a flag',
    description:
      'Adds a URL to the flag, such as its issue or dashboard, with an optional title. `https://` is added if the scheme is missing. An invalid URL returns 400, and an eleventh link 403.',
    permission: 'UPDATE_FEATURE',
    params: FlagParams,
    body: Link,
    responses: { 204: Nothing },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout' },
      body: { url: 'https://issues.example.com/PAY-1', title: 'PAY-1' },
    },
  },
  'PUT /api/admin/projects/:projectId/features/:featureName/link/:linkId': {
    id: 'updateFeatureLink',
    tags: ['Features'],
    summary: 'Update a link of a flag',
    description:
      'Replaces the URL and the title of a link; without `title`, the title is removed. An invalid URL returns 400.',
    permission: 'UPDATE_FEATURE',
    params: LinkParams,
    body: Link,
    responses: { 204: Nothing },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout', linkId: '01JD3QCZ8X3T6B1KQ5WJ9RMV0H' },
      body: { url: 'https://issues.example.com/PAY-2', title: 'PAY-2' },
    },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/link/:linkId': {
    id: 'deleteFeatureLink',
    tags: ['Features'],
    summary: 'Delete a link of a flag',
    description: 'Deletes a link of the flag. Returns 404 if the flag has no link with this ID.',
    permission: 'UPDATE_FEATURE',
    params: LinkParams,
    responses: { 204: Nothing },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout', linkId: '01JD3QDR4N7P2YG8E6HSC0XAF5' },
    },
  },
  'GET /api/admin/features/:featureName/tags': {
    id: 'listTags',
    tags: ['Features'],
    summary: 'List the tags of a flag',
    description:
      'Returns the tags of the flag with the colours of their types. It also works for archived flags.',
    permission: 'authenticated',
    params: FlagNameParams,
    responses: { 200: Tags },
    example: { params: { featureName: 'new-checkout' } },
  },
  'POST /api/admin/features/:featureName/tags': {
    id: 'addTag',
    tags: ['Features'],
    summary: 'Add a tag to a flag',
    description:
      'Adds the tag to the flag and returns it. A new value is created automatically; a type that does not exist returns 400. Adding a tag that the flag already has changes nothing.',
    permission: 'UPDATE_FEATURE',
    params: FlagNameParams,
    body: Tag,
    responses: { 201: Tag },
    example: { params: { featureName: 'new-checkout' }, body: { type: 'simple', value: 'checkout' } },
  },
  'PUT /api/admin/features/:featureName/tags': {
    id: 'updateTags',
    tags: ['Features'],
    summary: 'Update the tags of a flag',
    description:
      'Adds and removes several tags in one change and returns all tags of the flag. A tag in both lists is added. A type that does not exist returns 400.',
    permission: 'UPDATE_FEATURE',
    params: FlagNameParams,
    body: UpdateTags,
    responses: { 200: Tags },
    example: {
      params: { featureName: 'new-checkout' },
      body: {
        addedTags: [{ type: 'simple', value: 'autumn' }],
        removedTags: [{ type: 'simple', value: 'summer' }],
      },
    },
  },
  'DELETE /api/admin/features/:featureName/tags/:type/:value': {
    id: 'removeTag',
    tags: ['Features'],
    summary: 'Remove a tag from a flag',
    description:
      'Removes the tag from this flag; the tag itself still exists. Returns 200 even if the flag does not have the tag.',
    permission: 'UPDATE_FEATURE',
    params: FlagTagParams,
    responses: { 200: Nothing },
    example: { params: { featureName: 'new-checkout', type: 'simple', value: 'checkout' } },
  },
  'PUT /api/admin/projects/:projectId/tags': {
    id: 'addTagToFeatures',
    tags: ['Tags'],
    summary: 'Update the tags of several flags',
    description:
      'Adds and removes tags on all of the flags, or on none if one of them is missing (404) or archived (400). A tag in both lists is added.',
    permission: 'UPDATE_FEATURE',
    params: ProjectFlagsParams,
    body: TagsBulkAdd,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default' },
      body: {
        features: ['new-checkout', 'payment-api'],
        tags: { addedTags: [{ type: 'simple', value: 'payments' }], removedTags: [] },
      },
    },
  },
})
