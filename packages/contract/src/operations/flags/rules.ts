import { Variants } from '../../common.ts'
import {
  BulkToggleFeatures,
  CreateFeatureStrategy,
  Feature,
  FeatureStrategies,
  FeatureStrategy,
  FeatureVariants,
  FlagEnvironmentParams,
  FlagParams,
  Patches,
  ProjectFlagsEnvironmentParams,
  PushVariants,
  RuleParams,
  SetStrategySortOrder,
  SwitchOnQuery,
  UpdateFeatureStrategy,
} from '../../flags.ts'
import { operations } from '../../operation.ts'
import { Nothing } from '../../schema.ts'
import { UpdateFeatureStrategySegments } from '../../segments.ts'

export const flagRuleOperations = operations({
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/on': {
    id: 'toggleFeatureEnvironmentOn',
    tags: ['Features'],
    summary: 'Turn on a flag in an environment',
    description:
      'Turns on the flag and returns it. A flag without an active rule also gets the default rule of the project, or a 100 % rollout if there is no default rule, which requires `CREATE_FEATURE_STRATEGY`. With `shouldActivateDisabledStrategies=true`, its disabled rules are enabled instead, which requires `UPDATE_FEATURE_STRATEGY`.',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    params: FlagEnvironmentParams,
    query: SwitchOnQuery,
    responses: { 200: Feature },
    example: { params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' } },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/off': {
    id: 'toggleFeatureEnvironmentOff',
    tags: ['Features'],
    summary: 'Turn off a flag in an environment',
    description: 'Turns off the flag for everyone in the environment and returns it. Its rules stay.',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    params: FlagEnvironmentParams,
    responses: { 200: Feature },
    example: { params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' } },
  },
  'POST /api/admin/projects/:projectId/bulk_features/environments/:environment/on': {
    id: 'bulkToggleFeaturesEnvironmentOn',
    tags: ['Features'],
    summary: 'Turn on several flags in an environment',
    description:
      'Turns on all of the flags, or none if one of them is missing (404) or archived (400). Flags without an active rule get a rule, as when you turn on a single flag.',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    params: ProjectFlagsEnvironmentParams,
    query: SwitchOnQuery,
    body: BulkToggleFeatures,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default', environment: 'development' },
      body: { features: ['new-checkout', 'payment-api'] },
    },
  },
  'POST /api/admin/projects/:projectId/bulk_features/environments/:environment/off': {
    id: 'bulkToggleFeaturesEnvironmentOff',
    tags: ['Features'],
    summary: 'Turn off several flags in an environment',
    description:
      'Turns off all of the flags, or none if one of them is missing (404) or archived (400). Their rules stay.',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    params: ProjectFlagsEnvironmentParams,
    body: BulkToggleFeatures,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default', environment: 'development' },
      body: { features: ['new-checkout', 'payment-api'] },
    },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants': {
    id: 'getEnvironmentFeatureVariants',
    tags: ['Features'],
    summary: 'List the variants of a flag in an environment',
    description:
      'Returns the variants of the flag itself in the environment, which only older flags have. Variants of rules are returned with the rules.',
    permission: 'authenticated',
    params: FlagEnvironmentParams,
    responses: { 200: FeatureVariants },
    example: { params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' } },
  },
  'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants': {
    id: 'overwriteEnvironmentFeatureVariants',
    tags: ['Features'],
    summary: 'Replace the variants of a flag in an environment',
    description:
      'Replaces the variants of the flag itself and returns them with weights that add up to 1000. A flag that has no such variants in any environment returns 403; add variants to a rule instead.',
    permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    params: FlagEnvironmentParams,
    body: Variants,
    responses: { 200: FeatureVariants },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' },
      body: [
        { name: 'blue', weight: 800, weightType: 'variable' },
        { name: 'red', weight: 200, weightType: 'fix' },
      ],
    },
  },
  'PATCH /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants': {
    id: 'patchEnvironmentsFeatureVariants',
    tags: ['Features'],
    summary: 'Patch the variants of a flag in an environment',
    description:
      'Applies JSON Patch operations (RFC 6902) to the variants of the flag itself, all or none, and returns them with weights that add up to 1000. A flag that has no such variants in any environment returns 403; add variants to a rule instead.',
    permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    params: FlagEnvironmentParams,
    body: Patches,
    responses: { 200: FeatureVariants },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' },
      body: [{ op: 'add', path: '/-', value: { name: 'green', weight: 0, weightType: 'variable' } }],
    },
  },
  'PUT /api/admin/projects/:projectId/features/:featureName/variants-batch': {
    id: 'overwriteFeatureVariantsOnEnvironments',
    tags: ['Features'],
    summary: 'Replace the variants in several environments',
    description:
      'Sets the same variants of the flag itself in every listed environment and returns them. It requires `UPDATE_FEATURE_ENVIRONMENT_VARIANTS` in each of these environments. An empty list of environments returns 400. A flag that has no such variants in any environment returns 403.',
    permission: 'authenticated',
    params: FlagParams,
    body: PushVariants,
    responses: { 200: FeatureVariants },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout' },
      body: {
        environments: ['development', 'production'],
        variants: [
          { name: 'blue', weight: 800, weightType: 'variable' },
          { name: 'red', weight: 200, weightType: 'fix' },
        ],
      },
    },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies': {
    id: 'getFeatureStrategies',
    tags: ['Features'],
    summary: 'List the rules of a flag in an environment',
    description:
      'Returns the rules (activation strategies) of the flag in the environment, in the order in which they are tried.',
    permission: 'authenticated',
    params: FlagEnvironmentParams,
    responses: { 200: FeatureStrategies },
    example: { params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' } },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies': {
    id: 'addFeatureStrategy',
    tags: ['Features'],
    summary: 'Add a rule to a flag in an environment',
    description:
      'Adds a rule (activation strategy) and returns it with its ID. A `flexibleRollout` gets defaults for missing parameters: 100 %, the default stickiness of the project and the flag name as group ID. Refused with 400 when the flag has reached the limit of rules in the environment.',
    permission: 'CREATE_FEATURE_STRATEGY',
    params: FlagEnvironmentParams,
    body: CreateFeatureStrategy,
    responses: { 200: FeatureStrategy },
    example: {
      params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' },
      body: {
        name: 'flexibleRollout',
        title: 'A quarter of Norway',
        parameters: { rollout: '25', stickiness: 'userId' },
        constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
      },
    },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/set-sort-order':
    {
      id: 'setStrategySortOrder',
      tags: ['Features'],
      summary: 'Reorder the rules of a flag in an environment',
      description:
        'Sets the sort order of the listed rules; rules with a lower number are tried first, and rules that are not listed keep their number. A rule of another flag or environment returns 400.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: FlagEnvironmentParams,
      body: SetStrategySortOrder,
      responses: { 200: Nothing },
      example: {
        params: { projectId: 'default', featureName: 'new-checkout', environment: 'development' },
        body: [
          { id: '01JD3Q9T5ZC8W2N6R4XBV7KQEP', sortOrder: 1 },
          { id: '01JD3QA6W1H4M8YS0TFD3GZJ9N', sortOrder: 0 },
        ],
      },
    },
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId':
    {
      id: 'getFeatureStrategy',
      tags: ['Features'],
      summary: 'Get a rule',
      description:
        'Returns one rule of the flag in the environment. The `etag` header has its version, for `If-Match` in an update.',
      permission: 'authenticated',
      params: RuleParams,
      responses: { 200: FeatureStrategy },
      example: {
        params: {
          projectId: 'default',
          featureName: 'new-checkout',
          environment: 'development',
          strategyId: '01JD3Q9T5ZC8W2N6R4XBV7KQEP',
        },
      },
    },
  'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId':
    {
      id: 'updateFeatureStrategy',
      tags: ['Features'],
      summary: 'Update a rule',
      description:
        'Changes the fields that you send and returns the rule; omitted fields stay the same. Disabling the last active rule also turns off the flag in the environment. With `If-Match`, a rule that has changed since that version returns 412.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: RuleParams,
      body: UpdateFeatureStrategy,
      responses: { 200: FeatureStrategy },
      example: {
        params: {
          projectId: 'default',
          featureName: 'new-checkout',
          environment: 'development',
          strategyId: '01JD3Q9T5ZC8W2N6R4XBV7KQEP',
        },
        body: {
          title: 'Half of all users',
          parameters: { rollout: '50', stickiness: 'default', groupId: 'new-checkout' },
        },
      },
    },
  'PATCH /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId':
    {
      id: 'patchFeatureStrategy',
      tags: ['Features'],
      summary: 'Patch a rule',
      description:
        'Applies JSON Patch operations (RFC 6902) to the rule, all or none, and returns it. Changing the ID or the flag of the rule returns 400. Disabling the last active rule also turns off the flag in the environment.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: RuleParams,
      body: Patches,
      responses: { 200: FeatureStrategy },
      example: {
        params: {
          projectId: 'default',
          featureName: 'new-checkout',
          environment: 'development',
          strategyId: '01JD3Q9T5ZC8W2N6R4XBV7KQEP',
        },
        body: [{ op: 'replace', path: '/parameters/rollout', value: '75' }],
      },
    },
  'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId':
    {
      id: 'deleteFeatureStrategy',
      tags: ['Features'],
      summary: 'Delete a rule',
      description:
        'Deletes a rule of the flag in the environment. Deleting the last active rule also turns off the flag there, because a flag without rules would be on for everyone.',
      permission: 'DELETE_FEATURE_STRATEGY',
      params: RuleParams,
      responses: { 200: Nothing },
      example: {
        params: {
          projectId: 'default',
          featureName: 'new-checkout',
          environment: 'development',
          strategyId: '01JD3QB2K7V5E9RC6XNM1PHT4W',
        },
      },
    },
  'POST /api/admin/segments/strategies': {
    id: 'updateFeatureStrategySegments',
    tags: ['Strategies'],
    summary: 'Replace the segments of a rule',
    description:
      'Sets the segments that a rule uses; segments that are not listed are removed from the rule. A segment that does not exist returns 404, and one of another project 400.',
    permission: 'UPDATE_FEATURE_STRATEGY',
    body: UpdateFeatureStrategySegments,
    responses: { 201: UpdateFeatureStrategySegments },
    example: {
      body: {
        projectId: 'default',
        environmentId: 'development',
        strategyId: '01JD3Q9T5ZC8W2N6R4XBV7KQEP',
        segmentIds: [42],
      },
    },
  },
})
