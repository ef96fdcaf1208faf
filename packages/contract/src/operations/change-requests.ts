import {
  AvailableReviewers,
  ProtectedEnvironments,
  ReviewAccounts,
  UpdateProtection,
} from '../change-requests.ts'
import { operations } from '../operation.ts'
import { ProjectEnvironmentParams, ProjectParams } from '../projects.ts'
import { Nothing } from '../schema.ts'

export const changeRequestsOperations = operations({
  'GET /api/admin/projects/:projectId/change-requests/config': {
    id: 'getProjectChangeRequestConfig',
    tags: ['Change Requests'],
    summary: 'List the review settings of a project',
    description:
      'Returns, for every environment of the project, whether changes need a review there, and how many approvals.',
    permission: ['PROJECT_CHANGE_REQUEST_READ', 'PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
    params: ProjectParams,
    responses: { 200: ProtectedEnvironments },
    example: { params: { projectId: 'default' } },
  },
  'PUT /api/admin/projects/:projectId/environments/:environment/change-requests/config': {
    id: 'updateProjectChangeRequestConfig',
    tags: ['Change Requests'],
    summary: 'Protect an environment of a project',
    description:
      'Decides whether changes to flags need a review in this environment, and how many approvals. Turning protection off or making it weaker also needs the permission to skip reviews there.',
    permission: ['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
    params: ProjectEnvironmentParams,
    body: UpdateProtection,
    responses: { 204: Nothing },
    example: {
      params: { projectId: 'default', environment: 'production' },
      body: { changeRequestsEnabled: true, requiredApprovals: 1 },
    },
  },
  'GET /api/admin/projects/:projectId/change-requests/available-reviewers/:environment': {
    id: 'getAvailableChangeRequestReviewers',
    tags: ['Change Requests'],
    summary: 'List who can approve changes in an environment',
    description:
      'Returns the users who can approve or reject changes in this environment of the project: those with a role that allows it, directly or through a group, and administrators. Service accounts are not included.',
    permission: 'authenticated',
    params: ProjectEnvironmentParams,
    responses: { 200: AvailableReviewers },
    example: { params: { projectId: 'default', environment: 'production' } },
  },
  'GET /api/admin/projects/:projectId/change-requests/config/:environment/accounts': {
    id: 'getChangeRequestAccounts',
    tags: ['Change Requests'],
    summary: 'List who can approve, apply and skip reviews',
    description:
      'Returns up to 50 accounts that can approve changes in this environment of the project, that can apply them, and that can skip reviews there. `totals` has the number of all such accounts. Service accounts can apply changes and skip reviews, but they are not listed as reviewers.',
    permission: ['PROJECT_CHANGE_REQUEST_READ', 'PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
    params: ProjectEnvironmentParams,
    responses: { 200: ReviewAccounts },
    example: { params: { projectId: 'default', environment: 'production' } },
  },
})
