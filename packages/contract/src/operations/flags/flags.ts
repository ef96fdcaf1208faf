import {
  BatchStale,
  CloneFeature,
  CreateFeature,
  Feature,
  FeatureEnvironment,
  FlagEnvironmentParams,
  FlagParams,
  Patches,
  ProjectFeatures,
  ProjectFeaturesQuery,
  ProjectFlagsParams,
  UpdateFeature,
  ValidateFeature,
} from '../../flags.ts'
import { ChangeProject, MoveFeatures, ValidateMoveFeatures } from '../../moves.ts'
import { operations } from '../../operation.ts'
import { Nothing } from '../../schema.ts'

export const flagOperations = operations({
  'POST /api/admin/projects/:projectId/features': {
    id: 'createFeature',
    tags: ['Features'],
    summary: 'Create a flag',
    description:
      'Creates a flag that is off in every environment, unless `initialState` turns it on. A name that is invalid or does not match the naming pattern of the project returns 400; a name that another flag has, even an archived one, returns 409. Reaching the flag limit of the project returns 403, that of the installation 400.',
    permission: 'CREATE_FEATURE',
    params: ProjectFlagsParams,
    body: CreateFeature,
    responses: { 201: Feature },
    example: {
      params: { projectId: 'default' },
      body: { name: 'dark-mode', type: 'release', description: 'Dark colours for the whole site' },
    },
  },
  'PUT /api/admin/projects/:projectId/features/:featureName': {
    id: 'updateFeature',
    tags: ['Features'],
    summary: 'Update a flag',
    description:
      'Changes the fields that you send and returns the flag; omitted fields stay the same. The name, the project and the archived state cannot be changed here. An archived flag returns 400.',
    permission: 'UPDATE_FEATURE',
    params: FlagParams,
    body: UpdateFeature,
    responses: { 200: Feature },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout' },
      body: { description: 'One page instead of three', type: 'experiment' },
    },
  },
  'PATCH /api/admin/projects/:projectId/features/:featureName': {
    id: 'patchFeature',
    tags: ['Features'],
    summary: 'Patch a flag',
    description:
      'Applies JSON Patch operations (RFC 6902) to the flag, all or none, and returns it. Changing the name, project, archived state or creation time returns 400. Patching variants returns 403.',
    permission: 'UPDATE_FEATURE',
    params: FlagParams,
    body: Patches,
    responses: { 200: Feature },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout' },
      body: [{ op: 'replace', path: '/impressionData', value: true }],
    },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/clone': {
    id: 'cloneFeature',
    tags: ['Features'],
    summary: 'Clone a flag',
    description:
      'Creates a flag with the type, description, rules, variants and dependencies of another one, turned off in every environment. Tags and links are not copied. Rollouts get a new group ID and so reach different users, unless `replaceGroupId` is `false`.',
    permission: 'CREATE_FEATURE',
    params: FlagParams,
    body: CloneFeature,
    responses: { 201: Feature },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout' },
      body: { name: 'express-checkout' },
    },
  },
  'POST /api/admin/projects/:projectId/stale': {
    id: 'staleFeatures',
    tags: ['Features'],
    summary: 'Mark several flags as stale',
    description:
      'Marks the flags as stale, or as not stale with `"stale": false`. Changes all of them, or none if one is missing (404) or archived (400).',
    permission: 'UPDATE_FEATURE',
    params: ProjectFlagsParams,
    body: BatchStale,
    responses: { 202: Nothing },
    example: {
      params: { projectId: 'default' },
      body: { features: ['old-checkout', 'old-search'], stale: true },
    },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/changeProject': {
    id: 'changeProject',
    tags: ['Features'],
    summary: 'Move a flag to another project',
    description:
      'Moves the flag with everything that belongs to it. It requires `MOVE_FEATURE_TOGGLE` in both projects. Refused with 403 if the projects have different environments, the new project is full or a dependency ties the flag to another one, and with 400 if the flag uses a segment or context field of another project or its name does not match the naming pattern.',
    permission: 'MOVE_FEATURE_TOGGLE',
    params: FlagParams,
    body: ChangeProject,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default', featureName: 'gift-cards' },
      body: { newProjectId: 'payments' },
    },
  },
  'POST /api/admin/projects/:projectId/move': {
    id: 'moveFeatures',
    tags: ['Features'],
    summary: 'Move several flags to another project',
    description:
      'Moves all of the flags or none, with the same checks as for a single flag. Flags that depend on each other can be moved together.',
    permission: 'MOVE_FEATURE_TOGGLE',
    params: ProjectFlagsParams,
    body: MoveFeatures,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default' },
      body: { features: ['paypal', 'pay-by-invoice'], newProjectId: 'payments' },
    },
  },
  'POST /api/admin/projects/:projectId/move/validate': {
    id: 'validateMoveFeatures',
    tags: ['Features'],
    summary: 'Check whether flags can be moved',
    description:
      'Returns the obstacles to the move, each with the flags it applies to, and the number of API tokens that would lose or gain access to the flags. Names that are not active flags of the project are ignored. It changes nothing.',
    permission: 'MOVE_FEATURE_TOGGLE',
    params: ProjectFlagsParams,
    body: MoveFeatures,
    responses: { 200: ValidateMoveFeatures },
    example: {
      params: { projectId: 'default' },
      body: { features: ['new-checkout'], newProjectId: 'payments' },
    },
  },
  'POST /api/admin/features/validate': {
    id: 'validateFeature',
    tags: ['Features'],
    summary: 'Check a flag name',
    description:
      'Returns 200 if a flag with this name can be created, 400 if the name is invalid and 409 if another flag has it, even an archived one. With `projectId`, the name must also match the naming pattern of the project. It changes nothing.',
    permission: 'authenticated',
    body: ValidateFeature,
    responses: { 200: Nothing },
    example: { body: { name: 'new-search', projectId: 'default' } },
  },
  'GET /api/admin/projects/:projectId/features': {
    id: 'getFeatures',
    tags: ['Features'],
    summary: 'List the flags of a project',
    description:
      'Returns all flags of the project that are not archived, with their tags and their state in each environment, but without rules. With `namePrefix`, only flags whose name starts with it are returned.',
    permission: 'authenticated',
    params: ProjectFlagsParams,
    query: ProjectFeaturesQuery,
    responses: { 200: ProjectFeatures },
    example: { params: { projectId: 'default' }, query: { namePrefix: 'new-' } },
  },
  'GET /api/admin/projects/:projectId/features/:featureName': {
    id: 'getFeature',
    tags: ['Features'],
    summary: 'Get a flag',
    description:
      'Returns the flag with its environments, rules, tags, dependencies, links and lifecycle stage. The `etag` header has its version, for `If-Match` in an update. An archived flag returns 404.',
    permission: 'authenticated',
    params: FlagParams,
    responses: { 200: Feature },
    example: { params: { projectId: 'default', featureName: 'new-checkout' } },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment': {
    id: 'getFeatureEnvironment',
    tags: ['Features'],
    summary: 'Get the state of a flag in an environment',
    description:
      'Returns whether the flag is on in the environment, with its rules and variants and its evaluations in the current hour. In this response, `name` is the name of the flag.',
    permission: 'authenticated',
    params: FlagEnvironmentParams,
    responses: { 200: FeatureEnvironment },
    example: { params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' } },
  },
})
