import {
  type AdvancedPlaygroundEnvironmentFeature,
  AdvancedPlaygroundRequest,
  AdvancedPlaygroundResponse,
  PlaygroundRequest,
  PlaygroundResponse,
} from '@flagstaff/contract/playground'
import type { App } from '../platform/http/server.ts'
import { asMany, asOne, readContext } from './contexts.ts'
import { type Ask, type Given, play } from './play.ts'

const tags = ['Playground']

export async function playgroundRoutes(app: App) {
  app.post(
    '/playground',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getPlayground',
        tags,
        body: PlaygroundRequest,
        response: { 200: PlaygroundResponse },
      },
    },
    async (request) => {
      const input = request.body
      const { fields, invalidProperties } = readContext(input.context)
      const ask = { ...asked(input), environments: [input.environment], contexts: [asOne(fields)] }
      const { answers, ...rest } = await play(app.read, request.signedIn(), app.settings, ask)
      return {
        input,
        features: [...answers.values()].flatMap((given) => given.map(({ answer }) => answer)),
        ...rest,
        ...warnings(invalidProperties),
      }
    },
  )

  app.post(
    '/playground/advanced',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getAdvancedPlayground',
        tags,
        body: AdvancedPlaygroundRequest,
        response: { 200: AdvancedPlaygroundResponse },
      },
    },
    async (request) => {
      const input = request.body
      const { fields, invalidProperties } = readContext(input.context)
      const ask = { ...asked(input), environments: input.environments, contexts: asMany(fields) }
      const { answers, ...rest } = await play(app.read, request.signedIn(), app.settings, ask)
      return {
        input,
        features: [...answers].map(([name, given]) => ({
          name,
          projectId: given[0]?.answer.projectId ?? '',
          environments: byEnvironment(given),
        })),
        ...rest,
        ...warnings(invalidProperties),
      }
    },
  )
}

const asked = ({
  projects,
  features,
  atRevision,
  at,
  compare,
  explain,
}: PlaygroundRequest | AdvancedPlaygroundRequest): Omit<Ask, 'environments' | 'contexts'> => ({
  projects,
  features,
  atRevision,
  at,
  compare,
  explain,
})

const byEnvironment = (given: readonly Given[]) =>
  Object.fromEntries(
    [...Map.groupBy(given, ({ environment }) => environment)].map(([environment, list]) => [
      environment,
      list.map(toAdvanced),
    ]),
  )

/** The advanced answer spells the state of a flag in one way only. */
function toAdvanced({ environment, asked: { flat }, answer }: Given): AdvancedPlaygroundEnvironmentFeature {
  const { variant, ...rest } = answer
  const { featureEnabled: _spelling, ...spelt } = variant
  return { ...rest, variant: spelt, environment, context: flat }
}

const warnings = (invalidContextProperties: string[]) =>
  invalidContextProperties.length > 0 ? { warnings: { invalidContextProperties } } : {}
