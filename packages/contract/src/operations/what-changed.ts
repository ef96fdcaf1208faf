import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import { RestoreEnvironment, RestoreParams, WhatChanged, WhatChangedQuery } from '../what-changed.ts'

export const whatChangedOperations = operations({
  'GET /api/admin/changes': {
    id: 'getWhatChanged',
    tags: ['Flagstaff'],
    summary: 'Get what changed',
    description:
      'Returns the net difference between two moments, by object: flags, segments, environments, projects and other configuration. The period is `from` to `to`, or `fromRevision` to `toRevision`; by default the last hour. `project` and `environment` are lists, separated by commas. Changes in no environment count for every environment. Production environments come first, then the newest changes. Returns 100 objects by default and at most 500 at a time. Objects of projects that the caller cannot see are left out.',
    permission: 'authenticated',
    query: WhatChangedQuery,
    responses: { 200: WhatChanged },
    example: { query: { environment: 'production', limit: 20 } },
  },
  'POST /api/admin/projects/:projectId/environments/:environment/restore': {
    id: 'restoreEnvironment',
    tags: ['Flagstaff'],
    summary: 'Restore a flag in an environment',
    description:
      'Sets the on/off state, rules and variants of a flag in one environment to what they were at a revision. The caller needs the permission for each individual change. Rules that were added since are removed; rules that were turned off at that time and exist now are turned off. With `basis`, returns 409 if the flag was changed after that revision. Returns 400 if the flag did not exist in the project at that revision, or if its rules follow a release plan.',
    permission: [
      'UPDATE_FEATURE_ENVIRONMENT',
      'CREATE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_STRATEGY',
      'DELETE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    ],
    params: RestoreParams,
    body: RestoreEnvironment,
    responses: { 204: Nothing },
    example: {
      params: { projectId: 'default', environment: 'development' },
      body: { feature: 'new-checkout', revision: 1842 },
    },
  },
})
