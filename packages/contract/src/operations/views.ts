import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import { SavedView, SavedViews, SaveView, ViewId } from '../views.ts'

export const viewsOperations = operations({
  'GET /api/admin/views': {
    id: 'getViews',
    tags: ['Flagstaff'],
    summary: 'List your saved views',
    description:
      'Returns the views that the calling account has saved, sorted by name. Views of projects that the account can no longer see are left out.',
    permission: 'authenticated',
    responses: { 200: SavedViews },
    example: {},
  },
  'PUT /api/admin/views': {
    id: 'saveView',
    tags: ['Flagstaff'],
    summary: 'Save a view',
    description:
      'Saves the filters and the sort order of a flag list under a name, for the calling account only. A view with the same name and project is replaced. An account can have up to 50 views; one more returns 400.',
    permission: 'authenticated',
    body: SaveView,
    responses: { 200: SavedView },
    example: { body: { name: 'Stale flags', project: 'default', search: 'state=stale' } },
  },
  'DELETE /api/admin/views/:id': {
    id: 'deleteView',
    tags: ['Flagstaff'],
    summary: 'Delete a saved view',
    description: 'Deletes a view of the calling account. A view of another account returns 404.',
    permission: 'authenticated',
    params: ViewId,
    responses: { 204: Nothing },
    example: { params: { id: 1 } },
  },
})
