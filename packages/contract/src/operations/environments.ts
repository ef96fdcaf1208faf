import { Name } from '../common.ts'
import {
  CloneEnvironment,
  CreateEnvironment,
  Environment,
  EnvironmentParams,
  Environments,
  EnvironmentsProject,
  SortOrder,
  UpdateEnvironment,
} from '../environments.ts'
import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'
import { Nothing } from '../schema.ts'

export const environmentsOperations = operations({
  'GET /api/admin/environments': {
    id: 'getAllEnvironments',
    tags: ['Environments'],
    summary: 'List all environments',
    description:
      'Returns every environment in its display order, with the number of projects, API tokens and turned-on flags in it. The counts include only projects that the caller can see.',
    permission: 'authenticated',
    responses: { 200: Environments },
    example: {},
  },
  'GET /api/admin/environments/project/:projectId': {
    id: 'getProjectEnvironments',
    tags: ['Environments'],
    summary: 'List the environments of a project',
    description:
      "Returns the environments that the project uses and those it could add; `visible` is true for those it uses. Each has the project's token and flag counts and, if set, its default rule.",
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: EnvironmentsProject },
    example: { params: { projectId: 'default' } },
  },
  'GET /api/admin/environments/:name': {
    id: 'getEnvironment',
    tags: ['Environments'],
    summary: 'Get an environment',
    description:
      'Returns one environment without usage counts. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'authenticated',
    params: EnvironmentParams,
    responses: { 200: Environment },
    example: { params: { name: 'production' } },
  },
  'POST /api/admin/environments': {
    id: 'createEnvironment',
    tags: ['Environments'],
    summary: 'Create an environment',
    description:
      'Creates an environment; a taken name returns 409. Existing projects do not use it until you add it to them. Returns 400 once the limit for environments is reached.',
    permission: 'ADMIN',
    body: CreateEnvironment,
    responses: { 201: Environment },
    example: { body: { name: 'testing', type: 'test' } },
  },
  'POST /api/admin/environments/validate': {
    id: 'validateEnvironmentName',
    tags: ['Environments'],
    summary: 'Check an environment name',
    description:
      'Checks that a name is valid and not taken, without creating anything. An invalid name returns 400, a taken one 409.',
    permission: 'ADMIN',
    body: Name,
    responses: { 200: Nothing },
    example: { body: { name: 'integration' } },
  },
  'PUT /api/admin/environments/sort-order': {
    id: 'updateSortOrder',
    tags: ['Environments'],
    summary: 'Update the order of environments',
    description:
      'Sets the position of each environment in the body; lower numbers come first. Environments that the body does not name keep their position, and an unknown name returns 404.',
    permission: 'ADMIN',
    body: SortOrder,
    responses: { 200: Nothing },
    example: { body: { development: 1, staging: 2, production: 3 } },
  },
  'PUT /api/admin/environments/update/:name': {
    id: 'updateEnvironment',
    tags: ['Environments'],
    summary: 'Update an environment',
    description:
      'Changes the type, sort order or required approvals of an environment and returns it. Fields that you omit stay as they are; the name cannot be changed.',
    permission: 'ADMIN',
    params: EnvironmentParams,
    body: UpdateEnvironment,
    responses: { 200: Environment },
    example: { params: { name: 'staging' }, body: { type: 'preproduction' } },
  },
  'POST /api/admin/environments/:name/on': {
    id: 'toggleEnvironmentOn',
    tags: ['Environments'],
    summary: 'Turn on an environment',
    description:
      'Offers the environment to projects that do not use it yet, and gives it to new projects by default. It does not turn on any flag.',
    permission: 'ADMIN',
    params: EnvironmentParams,
    responses: { 204: Nothing },
    example: { params: { name: 'staging' } },
  },
  'POST /api/admin/environments/:name/off': {
    id: 'toggleEnvironmentOff',
    tags: ['Environments'],
    summary: 'Turn off an environment',
    description:
      'Stops offering the environment to projects that do not use it yet. It does not turn off any flag, and projects that use the environment keep it.',
    permission: 'ADMIN',
    params: EnvironmentParams,
    responses: { 204: Nothing },
    example: { params: { name: 'staging' } },
  },
  'POST /api/admin/environments/:name/clone': {
    id: 'cloneEnvironment',
    tags: ['Environments'],
    summary: 'Clone an environment',
    description:
      'Creates an environment and copies the state, rules and variants of every flag in `projects`, or in all active projects if you omit it, with their default rules. Roles get the same permissions in the copy unless `clonePermissions` is false. API tokens are not copied.',
    permission: 'ADMIN',
    params: EnvironmentParams,
    body: CloneEnvironment,
    responses: { 200: Environment },
    example: {
      params: { name: 'development' },
      body: { name: 'sandbox', type: 'development', projects: ['default'] },
    },
  },
  'DELETE /api/admin/environments/:name': {
    id: 'removeEnvironment',
    tags: ['Environments'],
    summary: 'Delete an environment',
    description:
      'Deletes an environment with the state and rules of all flags in it and its API tokens. A protected environment returns 403, the last environment of any project 400.',
    permission: 'ADMIN',
    params: EnvironmentParams,
    responses: { 200: Nothing },
    example: { params: { name: 'preview' } },
  },
})
