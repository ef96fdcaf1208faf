import {
  BatchFeatures,
  DeletedFeatures,
  FlagNameParams,
  FlagParams,
  ProjectFlagsParams,
  ValidateArchiveFeatures,
} from '../../flags.ts'
import {
  FeatureLifecycle,
  FeatureLifecycleCompleted,
  FeatureLifecycleCount,
  LifecycleCountQuery,
} from '../../lifecycle.ts'
import { operations } from '../../operation.ts'
import { Nothing } from '../../schema.ts'

export const flagLifecycleOperations = operations({
  'DELETE /api/admin/projects/:projectId/features/:featureName': {
    id: 'archiveFeature',
    tags: ['Features'],
    summary: 'Archive a flag',
    description:
      'Archives the flag and removes its dependencies. Applications no longer get an archived flag; its name stays reserved, and you can revive it. Refused with 403 while other flags depend on it.',
    permission: 'DELETE_FEATURE',
    params: FlagParams,
    responses: { 202: Nothing },
    example: { params: { projectId: 'default', featureName: 'old-checkout' } },
  },
  'POST /api/admin/projects/:projectId/archive': {
    id: 'archiveFeatures',
    tags: ['Features'],
    summary: 'Archive several flags',
    description:
      'Archives all of the flags, or none if one of them is missing (404); flags that are already archived stay unchanged. A flag that others depend on returns 403, unless they are archived with it.',
    permission: 'DELETE_FEATURE',
    params: ProjectFlagsParams,
    body: BatchFeatures,
    responses: { 202: Nothing },
    example: { params: { projectId: 'default' }, body: { features: ['summer-sale', 'winter-sale'] } },
  },
  'POST /api/admin/projects/:projectId/archive/validate': {
    id: 'validateArchiveFeatures',
    tags: ['Features'],
    summary: 'Check whether flags can be archived',
    description:
      'Returns the flags that cannot be archived because flags outside the list depend on them, as `parentsWithChildFeatures`. `hasDeletedDependencies` tells whether archiving would remove dependencies of the flags. It changes nothing.',
    permission: 'DELETE_FEATURE',
    params: ProjectFlagsParams,
    body: BatchFeatures,
    responses: { 200: ValidateArchiveFeatures },
    example: { params: { projectId: 'default' }, body: { features: ['new-checkout', 'payment-api'] } },
  },
  'POST /api/admin/archive/revive/:featureName': {
    id: 'reviveFeature',
    tags: ['Archive'],
    summary: 'Revive an archived flag',
    description:
      'Revives the flag with its rules, turned off in every environment, and restarts its lifecycle. Reaching the flag limit of the project returns 403, that of the installation 400.',
    permission: 'UPDATE_FEATURE',
    params: FlagNameParams,
    responses: { 200: Nothing },
    example: { params: { featureName: 'old-banner' } },
  },
  'POST /api/admin/projects/:projectId/revive': {
    id: 'reviveFeatures',
    tags: ['Archive'],
    summary: 'Revive several archived flags',
    description:
      'Revives all of the flags, turned off in every environment, or none if one of them is missing (404) or a flag limit is reached. Flags that are not archived stay unchanged.',
    permission: 'UPDATE_FEATURE',
    params: ProjectFlagsParams,
    body: BatchFeatures,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default' }, body: { features: ['spring-menu', 'autumn-menu'] } },
  },
  'DELETE /api/admin/archive/:featureName': {
    id: 'deleteFeature',
    tags: ['Archive'],
    summary: 'Delete an archived flag',
    description:
      'Deletes the flag permanently, which cannot be undone. A flag that is not archived is not deleted, and its name is returned in `skipped`.',
    permission: 'DELETE_FEATURE',
    params: FlagNameParams,
    responses: { 200: DeletedFeatures },
    example: { params: { featureName: 'old-pricing' } },
  },
  'POST /api/admin/projects/:projectId/delete': {
    id: 'deleteFeatures',
    tags: ['Archive'],
    summary: 'Delete several archived flags',
    description:
      'Deletes the archived flags in the list permanently, which cannot be undone. Names that are not archived flags of the project are returned in `skipped`.',
    permission: 'DELETE_FEATURE',
    params: ProjectFlagsParams,
    body: BatchFeatures,
    responses: { 200: DeletedFeatures },
    example: { params: { projectId: 'default' }, body: { features: ['old-footer', 'old-header'] } },
  },
  'GET /api/admin/lifecycle/count': {
    id: 'getFeatureLifecycleStageCount',
    tags: ['Features'],
    summary: 'Count the flags per lifecycle stage',
    description:
      'Returns the number of flags in each stage, including archived flags, in all projects that the caller has access to. With `project`, only flags of that project are counted.',
    permission: 'authenticated',
    query: LifecycleCountQuery,
    responses: { 200: FeatureLifecycleCount },
    example: { query: { project: 'default' } },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/lifecycle': {
    id: 'getFeatureLifecycle',
    tags: ['Features'],
    summary: 'Get the lifecycle of a flag',
    description:
      'Returns the stages that the flag has entered so far, oldest first, each with its time. It also works for archived flags.',
    permission: 'authenticated',
    params: FlagParams,
    responses: { 200: FeatureLifecycle },
    example: { params: { projectId: 'default', featureName: 'new-checkout' } },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/lifecycle/complete': {
    id: 'complete',
    tags: ['Features'],
    summary: 'Mark a flag as completed',
    description:
      'Records that the decision about the flag is made: `kept` or `discarded`. `statusValue` can name the variant that was kept. Nothing changes for applications.',
    permission: 'UPDATE_FEATURE',
    params: FlagParams,
    body: FeatureLifecycleCompleted,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout' },
      body: { status: 'kept', statusValue: 'blue' },
    },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/lifecycle/uncomplete': {
    id: 'uncomplete',
    tags: ['Features'],
    summary: 'Mark a flag as not completed',
    description:
      'Removes the completed mark, and the flag returns to its previous stage. It has no effect on a flag that is not completed.',
    permission: 'UPDATE_FEATURE',
    params: FlagParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', featureName: 'new-checkout' } },
  },
})
