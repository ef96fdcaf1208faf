import { Freeze, FreezeParams, Freezes, UpsertFreeze } from '../freezes.ts'
import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'
import { Nothing } from '../schema.ts'

const tags = ['Freezes']
const body = {
  name: 'Holidays',
  reason: 'Nobody is on call.',
  project: null,
  environments: ['production'],
  startsAt: '2030-12-20T00:00:00.000Z',
  endsAt: '2031-01-02T08:00:00.000Z',
  weekly: null,
  breakGlass: true,
}

export const freezesOperations = operations({
  'GET /api/admin/freezes': {
    id: 'getFreezes',
    tags,
    summary: 'List all freezes',
    description:
      'Returns the freezes of all projects, and those of single projects that the caller has access to. Freezes that have ended are included for 90 days.',
    permission: 'authenticated',
    responses: { 200: Freezes },
    example: {},
  },
  'POST /api/admin/freezes': {
    id: 'createFreeze',
    tags,
    summary: 'Create a freeze',
    description:
      'Creates a time in which flags must not change. A freeze has `startsAt` and `endsAt`, or is `weekly`, or both. Without `project` it applies to all projects and needs `ADMIN`; with one it needs `PROJECT_CHANGE_REQUEST_WRITE` or `UPDATE_PROJECT` there. Without `environments` it applies to all of them. Turning flags off and lowering percentages always works.',
    permission: ['ADMIN', 'PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
    body: UpsertFreeze,
    responses: { 201: Freeze },
    example: { body },
  },
  'PUT /api/admin/freezes/:id': {
    id: 'updateFreeze',
    tags,
    summary: 'Update a freeze',
    description: 'Replaces a freeze. The project of a freeze cannot be changed.',
    permission: ['ADMIN', 'PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
    params: FreezeParams,
    body: UpsertFreeze,
    responses: { 200: Freeze },
    example: { params: { id: 1 }, body },
  },
  'DELETE /api/admin/freezes/:id': {
    id: 'deleteFreeze',
    tags,
    summary: 'Delete a freeze',
    description: 'Deletes a freeze. If it applies now, flags can be changed again at once.',
    permission: ['ADMIN', 'PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
    params: FreezeParams,
    responses: { 204: Nothing },
    example: { params: { id: 1 } },
  },
  'GET /api/admin/projects/:projectId/freezes': {
    id: 'getProjectFreezes',
    tags,
    summary: 'List the freezes that apply to a project',
    description: 'Returns the freezes of the project and those of all projects that have not ended.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: Freezes },
    example: { params: { projectId: 'default' } },
  },
})
