import { FlagParams } from '../flags.ts'
import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'
import { Nothing } from '../schema.ts'

export const favoritesOperations = operations({
  'POST /api/admin/projects/:projectId/features/:featureName/favorites': {
    id: 'addFavoriteFeature',
    tags: ['Features'],
    summary: 'Add a flag to your favourites',
    description:
      'Stars the flag for the calling account only. An archived flag returns 400, and an admin token, which has no account, returns 403.',
    permission: 'authenticated',
    params: FlagParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', featureName: 'new-checkout' } },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/favorites': {
    id: 'removeFavoriteFeature',
    tags: ['Features'],
    summary: 'Remove a flag from your favourites',
    description:
      'Removes the star of the calling account; it also works for archived flags. Returns 200 even if the flag is not a favourite. An admin token, which has no account, returns 403.',
    permission: 'authenticated',
    params: FlagParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', featureName: 'new-checkout' } },
  },
  'POST /api/admin/projects/:projectId/favorites': {
    id: 'addFavoriteProject',
    tags: ['Features'],
    summary: 'Add a project to your favourites',
    description:
      'Stars the project for the calling account only. An archived project returns 403, as does an admin token, which has no account.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default' } },
  },
  'DELETE /api/admin/projects/:projectId/favorites': {
    id: 'removeFavoriteProject',
    tags: ['Features'],
    summary: 'Remove a project from your favourites',
    description:
      'Removes the star of the calling account; it also works for archived projects. Returns 200 even if the project is not a favourite. An admin token, which has no account, returns 403.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default' } },
  },
})
