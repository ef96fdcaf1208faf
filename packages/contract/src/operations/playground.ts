import { operations } from '../operation.ts'
import {
  AdvancedPlaygroundRequest,
  AdvancedPlaygroundResponse,
  PlaygroundRequest,
  PlaygroundResponse,
} from '../playground.ts'

export const playgroundOperations = operations({
  'POST /api/admin/playground': {
    id: 'getPlayground',
    tags: ['Playground'],
    summary: 'Evaluate flags for one context',
    description:
      'Returns what an application would get for a context in one environment, with the result of each rule. With `explain`, it also says why; with `at` or `atRevision`, it evaluates a past state. It changes nothing and is not counted as usage.',
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
      'Evaluates every combination of environments and context values, where a value can be a list separated by commas. More than 1,000 contexts or 15,000 results (1,000 with `explain: "tree"`) are refused with 400.',
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
})
