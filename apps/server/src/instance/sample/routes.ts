import {
  EvaluationSample,
  SampledContexts,
  SampleParams,
  SetEvaluationSample,
} from '@flagstaff/contract/evaluation-sample'
import { Nothing } from '@flagstaff/contract/schema'
import type { App } from '../../platform/http/server.ts'
import { findSetting } from '../settings/queries.ts'
import { NO_SAMPLE, setSample } from './commands.ts'
import { countSamples, listSamples } from './queries.ts'

const tags = ['Instance Admin']
const config = { permission: 'ADMIN' } as const

export async function sampleRoutes(app: App) {
  app.get(
    '/evaluation-sample',
    { config, schema: { operationId: 'getEvaluationSample', tags, response: { 200: EvaluationSample } } },
    async () => {
      const [setting, environments] = await Promise.all([
        findSetting(app.read, 'evaluation-sample'),
        countSamples(app.read),
      ])
      return { ...(setting ?? NO_SAMPLE), environments }
    },
  )

  app.put(
    '/evaluation-sample',
    {
      config: { command: setSample },
      schema: {
        operationId: 'setEvaluationSample',
        tags,
        body: SetEvaluationSample,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(setSample, request.body)
      return reply.code(204).send()
    },
  )

  app.get(
    '/evaluation-sample/:environment',
    {
      config,
      schema: {
        operationId: 'getSampledContexts',
        tags,
        params: SampleParams,
        response: { 200: SampledContexts },
      },
    },
    async (request) => ({ contexts: await listSamples(app.read, request.params.environment) }),
  )
}
