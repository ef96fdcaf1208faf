import Type from 'typebox'
import { FlagEnvironmentParams } from '../flags.ts'
import { operations } from '../operation.ts'
import {
  AddReleasePlan,
  ChangeMilestoneProgression,
  CreateSafeguard,
  MilestoneProgression,
  PauseReleasePlan,
  ReleasePlan,
  ReleasePlanMilestone,
  ReleasePlanMilestoneStrategy,
  ReleasePlans,
  UpdateMilestoneStrategy,
} from '../release-plans.ts'
import { Nothing } from '../schema.ts'

const tags = ['Release Templates']
const place = { projectId: 'default', featureName: 'new-checkout', environment: 'development' }
const plan = { ...place, planId: '01JD3Q9T5ZC8W2N6R4XBV7KQEP' }
const first = '01JD3QA6W1H4M8YS0TFD3GZJ9N'
const second = '01JD3QB2K7V5E9RC6XNM1PHT4W'

const safeguard = {
  impactMetric: {
    metricName: 'checkout_errors',
    timeRange: 'hour',
    aggregationMode: 'rps',
    labelSelectors: { appName: ['shop'] },
    source: 'internal',
  },
  triggerCondition: { operator: '>', threshold: 5 },
} as const

const PlanParams = Type.Interface([FlagEnvironmentParams], { planId: Type.String() })
const MilestoneParams = Type.Interface([PlanParams], { milestoneId: Type.String() })
const ProgressionParams = Type.Interface([FlagEnvironmentParams], { id: Type.String() })

const list = {
  tags,
  permission: 'authenticated',
  params: FlagEnvironmentParams,
  responses: { 200: ReleasePlans },
  example: { params: place },
} as const
const add = {
  tags,
  permission: 'CREATE_FEATURE_STRATEGY',
  params: FlagEnvironmentParams,
  body: AddReleasePlan,
  responses: { 200: ReleasePlan },
} as const
const remove = {
  tags,
  permission: 'DELETE_FEATURE_STRATEGY',
  params: PlanParams,
  responses: { 200: Nothing },
} as const
const start = {
  tags,
  permission: 'UPDATE_FEATURE_STRATEGY',
  params: MilestoneParams,
  responses: { 200: ReleasePlanMilestone },
  example: { params: { ...plan, milestoneId: second } },
} as const

const listed = 'Returns the release plan that the flag follows in the environment, or an empty list.'
const added =
  'Copies the template to the flag. If the flag is on, the first milestone starts now; otherwise it starts when the flag is turned on. Later changes of the template do not reach the plan. A flag follows one plan at a time: a second one returns 409.'
const removed = 'Removes the plan and the rules that come from it. Rules that people added stay.'
const started =
  'Replaces the rules of the active milestone with those of this one; rules that do not come from the plan stay. Earlier milestones can be started again.'
const old = (path: string, description: string) => `${description} Deprecated: use \`${path}\`.`

export const releasePlansOperations = operations({
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans': {
    ...list,
    id: 'getReleasePlans',
    summary: 'List the release plans of a flag in an environment',
    description: listed,
  },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans': {
    ...add,
    id: 'addReleasePlan',
    summary: 'Add a release plan to a flag',
    description: added,
    example: {
      params: { ...place, featureName: 'apple-pay' },
      body: { templateId: '01JD3QCZ8X3T6B1KQ5WJ9RMV0H' },
    },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId':
    {
      ...remove,
      id: 'removeReleasePlan',
      summary: 'Remove a release plan from a flag',
      description: removed,
      example: { params: { ...place, featureName: 'old-checkout', planId: '01JD3QFK2T8V6B4N9XWH7CZR3P' } },
    },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/milestones/:milestoneId/start':
    { ...start, id: 'startMilestone', summary: 'Start a milestone', description: started },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/pause':
    {
      id: 'pauseReleasePlan',
      tags,
      summary: 'Pause a release plan',
      description:
        'No milestone starts by itself until the plan is resumed. The rules of the active milestone stay. Pausing needs no review.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: PlanParams,
      body: PauseReleasePlan,
      responses: { 204: Nothing },
      example: { params: plan, body: { reason: 'The error rate is rising.' } },
    },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions/:planId/resume':
    {
      id: 'resumeMilestoneProgressions',
      tags,
      summary: 'Resume a release plan',
      description:
        'Milestones start by themselves again. The time in which the plan was paused does not count.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: PlanParams,
      responses: { 200: Nothing },
      example: { params: plan },
    },
  'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions/:id': {
    id: 'changeMilestoneProgression',
    tags,
    summary: 'Set when the next milestone starts',
    description:
      'After the milestone `id`, `targetMilestone` starts by itself: `intervalMinutes` after the start, or when the flag was on `minimumExposures` times since then.',
    permission: 'UPDATE_FEATURE_STRATEGY',
    params: ProgressionParams,
    body: ChangeMilestoneProgression,
    responses: { 200: MilestoneProgression },
    example: {
      params: { ...place, id: first },
      body: { targetMilestone: second, transitionCondition: { intervalMinutes: 1440 } },
    },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions/:id': {
    id: 'deleteMilestoneProgression',
    tags,
    summary: 'Stop starting the next milestone automatically',
    description: 'After the milestone `id`, someone has to start the next one.',
    permission: 'UPDATE_FEATURE_STRATEGY',
    params: ProgressionParams,
    responses: { 204: Nothing },
    example: { params: { ...place, id: first } },
  },
  'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/milestone-strategies/:strategyId':
    {
      id: 'updateProjectMilestoneStrategy',
      tags: ['Features'],
      summary: 'Update a rule of a milestone',
      description:
        'Changes the fields that you send and returns the rule; omitted fields stay the same. If the milestone is active, the flag changes at once.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: Type.Interface([FlagEnvironmentParams], { strategyId: Type.String() }),
      body: UpdateMilestoneStrategy,
      responses: { 200: ReleasePlanMilestoneStrategy },
      example: {
        params: { ...place, strategyId: '01JD3QDR4N7P2YG8E6HSC0XAF5' },
        body: { parameters: { rollout: '20', stickiness: 'default', groupId: 'new-checkout' } },
      },
    },
  'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/safeguards':
    {
      id: 'changeReleasePlanSafeguard',
      tags,
      summary: 'Set a safeguard of a release plan',
      description:
        'Every minute, the metric is compared with the threshold; past it, the plan is paused. Replaces the safeguard of the same metric. Without data nothing happens. Metrics that came with a frontend token do not count.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: PlanParams,
      body: CreateSafeguard,
      responses: { 204: Nothing },
      example: { params: plan, body: safeguard },
    },
  'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/safeguards/:safeguardId':
    {
      id: 'deleteReleasePlanSafeguard',
      tags,
      summary: 'Delete a safeguard of a release plan',
      description: 'The metric no longer pauses the plan. A plan that is paused stays paused.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: Type.Interface([PlanParams], { safeguardId: Type.String() }),
      responses: { 204: Nothing },
      example: { params: { ...plan, safeguardId: '01JD3QGM5W7H2X9B4TKC6NZR8V' } },
    },
  'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/safeguards': {
    id: 'changeFeatureEnvSafeguard',
    tags: ['Features'],
    summary: 'Set a safeguard of a flag',
    description:
      'Every minute, the metric is compared with the threshold; past it, the flag is turned off in the environment. Replaces the safeguard of the same metric. Without data nothing happens. Metrics that came with a frontend token do not count.',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    params: FlagEnvironmentParams,
    body: CreateSafeguard,
    responses: { 204: Nothing },
    example: { params: place, body: safeguard },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/safeguards/:safeguardId':
    {
      id: 'deleteFeatureEnvSafeguard',
      tags: ['Features'],
      summary: 'Delete a safeguard of a flag',
      description: 'The metric no longer turns the flag off. A flag that is off stays off.',
      permission: 'UPDATE_FEATURE_ENVIRONMENT',
      params: Type.Interface([FlagEnvironmentParams], { safeguardId: Type.String() }),
      responses: { 204: Nothing },
      example: { params: { ...place, safeguardId: '01JD3QHP9C3V7M5X2BTW8KZN6R' } },
    },
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/release_plans': {
    ...list,
    id: 'oldGetReleasePlans',
    summary: 'List the release plans of a flag (deprecated path)',
    description: old('release-plans', listed),
  },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/release_plans': {
    ...add,
    id: 'oldAddReleasePlan',
    summary: 'Add a release plan to a flag (deprecated path)',
    description: old('release-plans', added),
    example: {
      params: { ...place, featureName: 'gift-cards' },
      body: { templateId: '01JD3QCZ8X3T6B1KQ5WJ9RMV0H' },
    },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/release_plans/:planId':
    {
      ...remove,
      id: 'oldRemoveReleasePlan',
      summary: 'Remove a release plan from a flag (deprecated path)',
      description: old('release-plans/{planId}', removed),
      example: { params: { ...place, featureName: 'paypal', planId: '01JD3QEB6F9W3H7T5KZN2XGC8M' } },
    },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/release_plans/:planId/milestones/:milestoneId/start':
    {
      ...start,
      id: 'oldStartMilestone',
      summary: 'Start a milestone (deprecated path)',
      description: old('release-plans/{planId}/milestones/{milestoneId}/start', started),
    },
})
