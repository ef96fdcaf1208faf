import Type from 'typebox'
import { FlagEnvironmentParams } from '../flags.ts'
import { GuardSeries, GuardSuggestions, Ramp, RolloutSignal, SetGuard, WatchedGuards } from '../guards.ts'
import { operations } from '../operation.ts'
import { ReleasePlan } from '../release-plans.ts'
import { Nothing } from '../schema.ts'

const tags = ['Guarded rollouts']
const place = { projectId: 'default', featureName: 'new-checkout', environment: 'development' }
const plan = { ...place, planId: '01JD3Q9T5ZC8W2N6R4XBV7KQEP' }
const guard = { ...plan, guardId: 'errors' }
const errors = { name: 'Checkout errors', source: 'outcomes', metric: 'checkout_errors' } as const

const PlanParams = Type.Interface([FlagEnvironmentParams], { planId: Type.String() })
const GuardParams = Type.Interface([PlanParams], {
  guardId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }),
})

export const guardsOperations = operations({
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/ramp': {
    id: 'rampFlag',
    tags,
    summary: 'Start a guarded rollout',
    description:
      'Turns a gradual rollout into a release plan with one milestone for each percentage. The next one starts after `minimumMinutes`, once there is enough data and no guard objects. Every caller who has the flag keeps it. If the flag is off, the first step starts when it is turned on. Returns 409 if the flag already follows a plan in the environment.',
    permission: 'CREATE_FEATURE_STRATEGY',
    params: FlagEnvironmentParams,
    body: Ramp,
    responses: { 200: ReleasePlan },
    example: {
      params: { ...place, featureName: 'apple-pay' },
      body: { steps: [1, 5, 25, 50, 95], minimumMinutes: 120, guards: [errors], onRegression: 'back' },
    },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/guards': {
    id: 'suggestGuards',
    tags,
    summary: 'List what a rollout can be guarded by',
    description:
      'Returns the outcomes that applications reported for the flag in the last 30 days, and the guards of the last rollouts in the project and environment.',
    permission: 'authenticated',
    params: FlagEnvironmentParams,
    responses: { 200: GuardSuggestions },
    example: { params: place },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/guards':
    {
      id: 'getGuards',
      tags,
      summary: 'List the guards of a release plan',
      description:
        'Returns every guard with what it knows so far, and whether the next step may start. New reports are taken into account within about 15 seconds.',
      permission: 'authenticated',
      params: PlanParams,
      responses: { 200: WatchedGuards },
      example: { params: plan },
    },
  'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/guards/:guardId':
    {
      id: 'setGuard',
      tags,
      summary: 'Add or change a guard',
      description:
        'The guard compares callers with the flag on and callers who would have it at 100 %. It stops the rollout when the flag is more than `tolerance` times as bad. A guard that watches something else from now on forgets what it knew.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: GuardParams,
      body: SetGuard,
      responses: { 204: Nothing },
      example: { params: guard, body: { ...errors, worse: 'higher', tolerance: 1.25, action: 'back' } },
    },
  'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/guards/:guardId':
    {
      id: 'deleteGuard',
      tags,
      summary: 'Remove a guard',
      description: 'The rollout goes on without it.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: GuardParams,
      responses: { 204: Nothing },
      example: { params: { ...guard, guardId: 'latency' } },
    },
  'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/guards/:guardId/series':
    {
      id: 'getGuardSeries',
      tags,
      summary: 'Get what a guard saw over time',
      description:
        'Returns counts and band by minute since the rollout started, at most 600 points: with more, several minutes are one.',
      permission: 'authenticated',
      params: GuardParams,
      responses: { 200: GuardSeries },
      example: { params: guard },
    },
  'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/signals':
    {
      id: 'signalRollout',
      tags,
      summary: 'Report that a rollout does harm',
      description:
        'For alerts from elsewhere: pauses the plan, goes back one step (default), or turns the flag off. It needs no review and works during a freeze, since it only takes the rollout back.',
      permission: 'UPDATE_FEATURE_STRATEGY',
      params: PlanParams,
      body: RolloutSignal,
      responses: { 204: Nothing },
      example: { params: plan, body: { reason: 'The error budget of checkout is spent.', action: 'pause' } },
    },
})
