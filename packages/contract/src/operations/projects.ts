import { CreateFeatureStrategy } from '../flags.ts'
import { operations } from '../operation.ts'
import {
  FlagCreators,
  FlagCreatorsQuery,
  HealthReport,
  ProjectFlagCreators,
  ProjectStatus,
} from '../project-status.ts'
import {
  CreateProject,
  ProjectCreated,
  ProjectEnvironment,
  ProjectEnvironmentParams,
  ProjectOverview,
  ProjectParams,
  Projects,
  ProjectsQuery,
  UpdateProject,
  UpdateProjectEnterpriseSettings,
  ValidateProject,
} from '../projects.ts'
import { Nothing } from '../schema.ts'

export const projectsOperations = operations({
  'POST /api/admin/projects': {
    id: 'createProject',
    tags: ['Projects'],
    summary: 'Create a project',
    description:
      'Creates a project that the calling account owns; without `id`, the ID is made from the name. It uses the given environments, or all that are turned on. A taken ID returns 409.',
    permission: 'CREATE_PROJECT',
    body: CreateProject,
    responses: { 201: ProjectCreated },
    example: { body: { id: 'payments', name: 'Payments', environments: ['development', 'production'] } },
  },
  'POST /api/admin/projects/validate': {
    id: 'validateProject',
    tags: ['Projects'],
    summary: 'Check a project ID',
    description:
      'Checks that a project ID is valid and not taken, without creating anything. An invalid ID returns 400, a taken one 409.',
    permission: 'CREATE_PROJECT',
    body: ValidateProject,
    responses: { 200: Nothing },
    example: { body: { id: 'shipping' } },
  },
  'PUT /api/admin/projects/:projectId': {
    id: 'updateProject',
    tags: ['Projects'],
    summary: 'Update a project',
    description:
      "Changes the name, description, mode, default stickiness and flag limit of a project. Only the name is required; fields that you omit stay as they are. `featureLimit: null` removes the project's own limit.",
    permission: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
    params: ProjectParams,
    body: UpdateProject,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default' },
      body: { name: 'Default', description: 'Flags of all teams', featureLimit: 200 },
    },
  },
  'PUT /api/admin/projects/:projectId/settings': {
    id: 'updateProjectEnterpriseSettings',
    tags: ['Projects'],
    summary: 'Update the settings of a project',
    description:
      'Changes the mode, the naming pattern for flags and the link templates of a project; fields that you omit stay as they are. A naming pattern must be a regular expression in RE2 syntax and match its example.',
    permission: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
    params: ProjectParams,
    body: UpdateProjectEnterpriseSettings,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default' },
      body: { featureNaming: { pattern: '[a-z-]+', example: 'new-checkout' } },
    },
  },
  'POST /api/admin/projects/archive/:projectId': {
    id: 'archiveProject',
    tags: ['Projects'],
    summary: 'Archive a project',
    description:
      'Archives a project, which cannot be changed until it is revived. The project `default`, and a project with flags that are not archived, return 403.',
    permission: 'DELETE_PROJECT',
    params: ProjectParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'old-shop' } },
  },
  'POST /api/admin/projects/revive/:projectId': {
    id: 'reviveProject',
    tags: ['Projects'],
    summary: 'Revive a project',
    description:
      'Makes an archived project active again; its archived flags stay archived. Returns 400 once the limit for projects is reached.',
    permission: 'DELETE_PROJECT',
    params: ProjectParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'old-search' } },
  },
  'DELETE /api/admin/projects/:projectId': {
    id: 'deleteProject',
    tags: ['Projects'],
    summary: 'Delete a project',
    description:
      'Deletes a project with its archived flags, segments, context fields and members, and the API tokens that are valid for no other project. The project `default`, and a project with flags that are not archived, return 403.',
    permission: 'DELETE_PROJECT',
    params: ProjectParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'old-checkout' } },
  },
  'GET /api/admin/projects': {
    id: 'getProjects',
    tags: ['Projects'],
    summary: 'List all projects',
    description:
      'Returns the projects that the caller can see with their flag and member counts, health and owners. With `archived=true`, returns the archived projects instead. `query` searches names, ids and descriptions; with `limit` and `offset`, the response has one page and the `total` number of matches.',
    permission: 'authenticated',
    query: ProjectsQuery,
    responses: { 200: Projects },
    example: {},
  },
  'GET /api/admin/projects/:projectId/overview': {
    id: 'getProjectOverview',
    tags: ['Projects'],
    summary: 'Get a project',
    description:
      'Returns the settings, environments, health and flag counts by type of a project. The `etag` header has its version, for `If-Match` in an update. A private project that the caller cannot see returns 404.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: ProjectOverview },
    example: { params: { projectId: 'default' } },
  },
  'GET /api/admin/projects/:projectId/status': {
    id: 'getProjectStatus',
    tags: ['Projects'],
    summary: 'Get the status of a project',
    description:
      'Returns the health and technical debt of a project, its stale flags, its members, API tokens and segments, and its flags by lifecycle stage. `activityCountByDate` has the events per day of the last year.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: ProjectStatus },
    example: { params: { projectId: 'default' } },
  },
  'GET /api/admin/projects/:projectId/health-report': {
    id: 'getProjectHealthReport',
    tags: ['Projects'],
    summary: 'Get the health report of a project',
    description:
      'Returns the flags of a project that are not archived, with the number of stale and potentially stale ones. `stats` compares the last 30 days with the 30 days before.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: HealthReport },
    example: { params: { projectId: 'default' } },
  },
  'GET /api/admin/projects/:projectId/flag-creators': {
    id: 'getProjectFlagCreators',
    tags: ['Projects'],
    summary: 'List the flag creators of a project',
    description:
      'Returns the ID and name of everyone who created a flag in the project, including flags that are archived now.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: ProjectFlagCreators },
    example: { params: { projectId: 'default' } },
  },
  'GET /api/admin/flag-creators': {
    id: 'getFlagCreators',
    tags: ['Users'],
    summary: 'List flag creators',
    description:
      'Returns a page of the accounts that created flags in projects that the caller can see, with their total. `q` filters by name; a page has 50 accounts by default.',
    permission: 'authenticated',
    query: FlagCreatorsQuery,
    responses: { 200: FlagCreators },
    example: { query: { q: 'ada' } },
  },
  'POST /api/admin/projects/:projectId/environments': {
    id: 'addEnvironmentToProject',
    tags: ['Projects'],
    summary: 'Add an environment to a project',
    description:
      'Adds an environment to a project; all its flags start turned off there. An unknown environment returns 400, one that the project already uses 409.',
    permission: 'UPDATE_PROJECT',
    params: ProjectParams,
    body: ProjectEnvironment,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default' }, body: { environment: 'staging' } },
  },
  'DELETE /api/admin/projects/:projectId/environments/:environment': {
    id: 'removeEnvironmentFromProject',
    tags: ['Projects'],
    summary: 'Remove an environment from a project',
    description:
      "Removes an environment from a project, and deletes the state and rules of the project's flags in it. The last environment of a project cannot be removed and returns 400.",
    permission: 'UPDATE_PROJECT',
    params: ProjectEnvironmentParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', environment: 'testing' } },
  },
  'POST /api/admin/projects/:projectId/environments/:environment/default-strategy': {
    id: 'addDefaultStrategyToProjectEnvironment',
    tags: ['Projects'],
    summary: 'Update the default rule of an environment',
    description:
      'Sets the rule that a flag without rules gets when it is turned on in this environment of the project, and returns it. Only `flexibleRollout` is accepted; other strategies return 400.',
    permission: ['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'],
    params: ProjectEnvironmentParams,
    body: CreateFeatureStrategy,
    responses: { 200: CreateFeatureStrategy },
    example: {
      params: { projectId: 'default', environment: 'production' },
      body: { name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'userId' } },
    },
  },
})
