import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import {
  CreateStrategy,
  Strategies,
  Strategy,
  StrategyNameParams,
  StrategyTypeParams,
  StrategyUses,
  UpdateStrategy,
} from '../strategy-types.ts'

export const strategiesOperations = operations({
  'GET /api/admin/strategies': {
    id: 'getAllStrategies',
    tags: ['Strategies'],
    summary: 'List all strategies',
    description:
      'Returns the built-in and custom strategies with their parameters, and the number of flags and projects that use each. The counts include only projects that the caller can see.',
    permission: 'authenticated',
    responses: { 200: Strategies },
    example: {},
  },
  'POST /api/admin/strategies': {
    id: 'createStrategy',
    tags: ['Strategies'],
    summary: 'Create a custom strategy',
    description:
      'Creates a strategy that your applications evaluate: its name and up to 50 parameters. A taken name returns 409. Returns 403 if the server settings do not allow new strategies.',
    permission: 'CREATE_STRATEGY',
    body: CreateStrategy,
    responses: { 201: Strategy },
    example: {
      body: {
        name: 'byCompany',
        title: 'By company',
        parameters: [{ name: 'companies', type: 'list', required: true }],
      },
    },
  },
  'GET /api/admin/strategies/:name': {
    id: 'getStrategy',
    tags: ['Strategies'],
    summary: 'Get a strategy',
    description:
      'Returns one strategy with its parameters and usage counts. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'authenticated',
    params: StrategyTypeParams,
    responses: { 200: Strategy },
    example: { params: { name: 'flexibleRollout' } },
  },
  'GET /api/admin/strategies/:name/uses': {
    id: 'x-getStrategyUses',
    tags: ['Strategies'],
    summary: 'List the uses of a strategy',
    description:
      'Returns the rules that use the strategy, with their flag, project and environment, and the applications that support it. Projects that the caller cannot see and archived flags are omitted.',
    permission: 'authenticated',
    params: StrategyTypeParams,
    responses: { 200: StrategyUses },
    example: { params: { name: 'byPlan' } },
  },
  'PUT /api/admin/strategies/:name': {
    id: 'updateStrategy',
    tags: ['Strategies'],
    summary: 'Update a custom strategy',
    description:
      'Replaces the parameters of a custom strategy; a title or description that you omit stays as it is. Existing rules keep their parameters. Built-in strategies, and server settings that do not allow changes, return 403.',
    permission: 'UPDATE_STRATEGY',
    params: StrategyTypeParams,
    body: UpdateStrategy,
    responses: { 200: Nothing },
    example: {
      params: { name: 'byPlan' },
      body: { title: 'By price plan', parameters: [{ name: 'plans', type: 'list', required: true }] },
    },
  },
  'DELETE /api/admin/strategies/:name': {
    id: 'removeStrategy',
    tags: ['Strategies'],
    summary: 'Delete a custom strategy',
    description:
      'Deletes a custom strategy. Refused with 409 while a rule uses it, including rules of archived flags; a built-in strategy returns 403.',
    permission: 'DELETE_STRATEGY',
    params: StrategyTypeParams,
    responses: { 200: Nothing },
    example: { params: { name: 'byRegion' } },
  },
  'POST /api/admin/strategies/:strategyName/deprecate': {
    id: 'deprecateStrategy',
    tags: ['Strategies'],
    summary: 'Deprecate a strategy',
    description:
      'Marks a strategy as deprecated, so that it is not offered for new rules; existing rules keep working. The strategies `default` and `flexibleRollout` return 403.',
    permission: 'UPDATE_STRATEGY',
    params: StrategyNameParams,
    responses: { 200: Nothing },
    example: { params: { strategyName: 'byPlan' } },
  },
  'POST /api/admin/strategies/:strategyName/reactivate': {
    id: 'reactivateStrategy',
    tags: ['Strategies'],
    summary: 'Reactivate a strategy',
    description:
      'Removes the deprecated mark, so that the strategy is offered for new rules again. Reactivating a strategy that is not deprecated has no effect.',
    permission: 'UPDATE_STRATEGY',
    params: StrategyNameParams,
    responses: { 200: Nothing },
    example: { params: { strategyName: 'byPlan' } },
  },
})
