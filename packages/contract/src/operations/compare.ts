import { CompareParams, CompareQuery, Comparison, Promotion } from '../compare.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const compareOperations = operations({
  'GET /api/admin/projects/:projectId/compare': {
    id: 'compareEnvironments',
    tags: ['Flagstaff'],
    summary: 'Compare two environments',
    description:
      'Returns the flags of the project as they are in the environments `from` and `to`: on/off state, variants and paired rules, each with whether they are the same. With `feature`, compares one flag. Send `basis` with a promotion so that it does not overwrite later changes.',
    permission: 'authenticated',
    params: CompareParams,
    query: CompareQuery,
    responses: { 200: Comparison },
    example: { params: { projectId: 'default' }, query: { from: 'development', to: 'production' } },
  },
  'POST /api/admin/projects/:projectId/promote': {
    id: 'promoteEnvironment',
    tags: ['Flagstaff'],
    summary: 'Promote flags to another environment',
    description:
      'Copies the selected parts of up to 500 flags from one environment to another, all or none. The caller needs the permission for each individual change in the environment `to`. With `basis`, returns 409 if one of the flags was changed after the comparison.',
    permission: [
      'UPDATE_FEATURE_ENVIRONMENT',
      'CREATE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_STRATEGY',
      'DELETE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    ],
    params: CompareParams,
    body: Promotion,
    responses: { 204: Nothing },
    example: {
      params: { projectId: 'default' },
      body: { from: 'development', to: 'production', features: [{ feature: 'new-checkout', enabled: true }] },
    },
  },
})
