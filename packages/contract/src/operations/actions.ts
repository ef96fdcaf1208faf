import {
  ActionDefinitions,
  ActionOptions,
  ActionPage,
  ActionSet,
  ActionSetEvents,
  ActionSetParams,
  ActionSets,
  ActionsParams,
  CreateActions,
  TriedActions,
  TryActions,
  TryStoredActions,
} from '../actions.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

const tags = ['Actions']
const own = ['Flagstaff']
const permission = 'UPDATE_PROJECT'
const projectId = 'default'
const params = { projectId, id: 1 }
const content = {
  actorId: 2,
  match: {
    source: 'signal-endpoint',
    sourceId: 1,
    payload: { status: { operator: 'IN', values: ['firing'] } },
  },
  actions: [
    {
      action: 'TOGGLE_FEATURE_OFF',
      sortOrder: 1,
      executionParams: { environment: 'production', featureName: 'new-checkout' },
    },
  ],
}
const payload = { status: 'firing' }

export const actionsOperations = operations({
  'GET /api/admin/projects/:projectId/actions': {
    id: 'getActions',
    tags,
    summary: 'List the action sets of a project',
    description: 'Returns the action sets of a project, oldest first.',
    permission,
    params: ActionsParams,
    responses: { 200: ActionSets },
    example: { params: { projectId } },
  },
  'POST /api/admin/projects/:projectId/actions': {
    id: 'createActions',
    tags,
    summary: 'Create an action set',
    description:
      'Turns flags on or off when a signal arrives. `match.payload` has a condition for each dotted path of the payload, and all of them must hold; a path that the payload does not have never matches. The actions run one after the other as the service account `actorId`, with the permissions that it has then. You need the permissions of the actions yourself. If an environment needs a review, `onProtected` decides whether the action fails (`fail`) or opens a change request (`request`).',
    permission,
    params: ActionsParams,
    body: CreateActions,
    responses: { 201: ActionSet },
    example: { params: { projectId }, body: { name: 'Turn off on alerts', ...content } },
  },
  'GET /api/admin/projects/:projectId/actions/config': {
    id: 'getActionsConfig',
    tags,
    summary: 'List the available actions',
    description: 'Returns the types of actions with their parameters and the values that these can have.',
    permission,
    params: ActionsParams,
    responses: { 200: ActionDefinitions },
    example: { params: { projectId } },
  },
  'GET /api/admin/projects/:projectId/actions/options': {
    id: 'getActionOptions',
    tags: own,
    summary: 'List endpoints and service accounts for action sets',
    description: 'Returns the names of the signal endpoints and service accounts that an action set can use.',
    permission,
    params: ActionsParams,
    responses: { 200: ActionOptions },
    example: { params: { projectId } },
  },
  'POST /api/admin/projects/:projectId/actions/try': {
    id: 'tryActions',
    tags: own,
    summary: 'Show what an action set would do',
    description:
      'Returns whether a payload matches and what each action would change, for an action set that is not stored. Changes nothing.',
    permission,
    params: ActionsParams,
    body: TryActions,
    responses: { 200: TriedActions },
    example: { params: { projectId }, body: { ...content, payload } },
  },
  'PUT /api/admin/projects/:projectId/actions/:id': {
    id: 'updateActions',
    tags,
    summary: 'Update an action set',
    description:
      'Replaces an action set: fields that are left out get their default. Runs that have started are not affected. You need the permissions of the actions.',
    permission,
    params: ActionSetParams,
    body: CreateActions,
    responses: { 200: ActionSet },
    example: { params, body: { name: 'Turn off on every alert', ...content } },
  },
  'DELETE /api/admin/projects/:projectId/actions/:id': {
    id: 'deleteActions',
    tags,
    summary: 'Delete an action set',
    description: 'Deletes an action set and its runs.',
    permission,
    params: ActionSetParams,
    responses: { 200: Nothing },
    example: { params },
  },
  'GET /api/admin/projects/:projectId/actions/:id/events': {
    id: 'getActionsEvents',
    tags,
    summary: 'List the runs of an action set',
    description:
      'Returns what the action set did, newest first, 50 at a time unless `limit` is set: each run with its signal, the set as it was, and the outcome of each action. Runs are kept for 30 days.',
    permission,
    params: ActionSetParams,
    query: ActionPage,
    responses: { 200: ActionSetEvents },
    example: { params, query: { limit: 10 } },
  },
  'POST /api/admin/projects/:projectId/actions/:id/on': {
    id: 'enableActions',
    tags,
    summary: 'Turn an action set on',
    description: 'Lets signals start the action set again. You need the permissions of the actions.',
    permission,
    params: ActionSetParams,
    responses: { 200: Nothing },
    example: { params },
  },
  'POST /api/admin/projects/:projectId/actions/:id/off': {
    id: 'disableActions',
    tags,
    summary: 'Turn an action set off',
    description: 'Ignores signals until the action set is turned on again. Runs that have started go on.',
    permission,
    params: ActionSetParams,
    responses: { 200: Nothing },
    example: { params },
  },
  'POST /api/admin/projects/:projectId/actions/:id/try': {
    id: 'tryStoredActions',
    tags: own,
    summary: 'Show what a stored action set would do',
    description: 'Returns whether a payload matches and what each action would change. Changes nothing.',
    permission,
    params: ActionSetParams,
    body: TryStoredActions,
    responses: { 200: TriedActions },
    example: { params, body: { payload } },
  },
})
