import Type from 'typebox'
import { operations } from '../operation.ts'
import {
  AdvancedPlaygroundRequest,
  AdvancedPlaygroundResponse,
  ChangeRequestPlaygroundRequest,
  PlaygroundRequest,
  PlaygroundResponse,
} from '../playground.ts'
import { RowId } from '../schema.ts'

export const playgroundOperations = operations({
  'POST /api/admin/playground': {
    id: 'getPlayground',
    tags: ['Playground'],
    summary: 'Evaluate flags for one context',
    description:
      'Returns what an application would get for a context in one environment, with the result of each rule. With `explain`, it also says why; with `at` or `atRevision`, it evaluates a past state, of at most 5,000 flags unless `projects` or `features` select fewer. With `limit` and `offset`, it returns one page of flags and their `total`. It changes nothing and is not counted as usage.',
    permission: 'authenticated',
    body: PlaygroundRequest,
    responses: { 200: PlaygroundResponse },
    example: {
      body: {
        environment: 'development',
        projects: ['default'],
        context: { appName: 'shop', userId: '42', properties: { country: 'NO' } },
      },
    },
  },
  'POST /api/admin/playground/advanced': {
    id: 'getAdvancedPlayground',
    tags: ['Playground'],
    summary: 'Evaluate flags for many contexts',
    description:
      'Evaluates every combination of environments and context values, where a value can be a list separated by commas. More than 1,000 contexts or 15,000 results (1,000 with `explain: "tree"`) are refused with 400; `limit` and `offset` return one page of flags.',
    permission: 'authenticated',
    body: AdvancedPlaygroundRequest,
    responses: { 200: AdvancedPlaygroundResponse },
    example: {
      body: {
        environments: ['development', 'production'],
        projects: ['default'],
        context: { appName: 'shop', userId: '42,43' },
      },
    },
  },
  'POST /api/admin/playground/change-request/:id': {
    id: 'getChangeRequestPlayground',
    tags: ['Playground'],
    summary: 'Evaluate flags as if a change request were applied',
    description:
      'Returns what an application would get after the change request was applied to the current state, for the flags of its project in its environment. Values of the context can be lists separated by commas. Nothing is applied. A request that is closed, or that no longer fits the current state, is refused.',
    permission: 'authenticated',
    params: Type.Object({ id: RowId }),
    body: ChangeRequestPlaygroundRequest,
    responses: { 200: AdvancedPlaygroundResponse },
    example: { params: { id: 1 }, body: { context: { appName: 'shop', userId: '42' } } },
  },
})
