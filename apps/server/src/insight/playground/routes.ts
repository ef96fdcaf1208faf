import { playgroundOperations } from '@flagstaff/contract/operations/playground'
import type {
  AdvancedPlaygroundEnvironmentFeature,
  AdvancedPlaygroundRequest,
  AdvancedPlaygroundResponse,
  PlaygroundRequest,
} from '@flagstaff/contract/playground'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { asMany, asOne, readContext } from './contexts.ts'
import { type Ask, type Given, type Played, play, type World } from './play.ts'

export async function playgroundRoutes(app: App) {
  const serve = routesOf(app, playgroundOperations)
  const world = worldOf(app)
  serve('POST /api/admin/playground', { forProposers: true }, async (request) => {
    const input = request.body
    const { fields, invalidProperties } = readContext(input.context)
    const ask = { ...asked(input), environments: [input.environment], contexts: [asOne(fields)] }
    const { answers, ...rest } = await play(world, request.signedIn(), ask)
    return {
      input,
      features: [...answers.values()].flatMap((given) => given.map(({ answer }) => answer)),
      ...rest,
      ...warnings(invalidProperties),
    }
  })

  serve('POST /api/admin/playground/advanced', { forProposers: true }, async (request) => {
    const input = request.body
    const { fields, invalidProperties } = readContext(input.context)
    const ask = { ...asked(input), environments: input.environments, contexts: asMany(fields) }
    return toAdvanced(input, await play(world, request.signedIn(), ask), invalidProperties)
  })
}

export const worldOf = ({ read, served, settings }: App): World => ({
  db: read,
  served,
  basePath: settings.basePath,
})

const asked = ({
  projects,
  features,
  atRevision,
  at,
  compare,
  explain,
  limit,
  offset,
}: PlaygroundRequest | AdvancedPlaygroundRequest): Omit<Ask, 'environments' | 'contexts'> => ({
  projects,
  features,
  atRevision,
  at,
  compare,
  explain,
  limit,
  offset,
})

/** The advanced response: by flag, then by environment. */
export const toAdvanced = (
  input: AdvancedPlaygroundRequest,
  { answers, ...rest }: Played,
  invalidProperties: string[],
): AdvancedPlaygroundResponse => ({
  input,
  features: [...answers].map(([name, given]) => ({
    name,
    projectId: given[0]?.answer.projectId ?? '',
    environments: byEnvironment(given),
  })),
  ...rest,
  ...warnings(invalidProperties),
})

const byEnvironment = (given: readonly Given[]) =>
  Object.fromEntries(
    [...Map.groupBy(given, ({ environment }) => environment)].map(([environment, list]) => [
      environment,
      list.map(toEnvironmentFeature),
    ]),
  )

/** The advanced response has only one spelling for the state of a flag. */
function toEnvironmentFeature({
  environment,
  asked: { flat },
  answer,
}: Given): AdvancedPlaygroundEnvironmentFeature {
  const { variant, ...rest } = answer
  const { featureEnabled: _spelling, ...spelt } = variant
  return { ...rest, variant: spelt, environment, context: flat }
}

const warnings = (invalidContextProperties: string[]) =>
  invalidContextProperties.length > 0 ? { warnings: { invalidContextProperties } } : {}
