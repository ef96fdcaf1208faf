import { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import Type from 'typebox'
import { AppError, invalid, nameTaken, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { acceptDefaultStrategy } from './default-strategy.ts'
import { defaultStrategyUpdated, environmentAdded, environmentRemoved } from './events.ts'
import {
  countLinks,
  findLink,
  insertFlagStates,
  insertLink,
  type Link,
  listKnownEnvironments,
  listUsedSegments,
  removeLink,
  setDefaultStrategy,
} from './queries.ts'
import { protectEnvironments } from './reviews.ts'

const Place = Type.Object({ project: Type.String(), environment: Type.String() })

export const addEnvironment = command({
  name: 'project-environment.add',
  input: Type.Interface([Place], { defaultStrategy: Type.Optional(CreateFeatureStrategy) }),
  permission: 'UPDATE_PROJECT',
  scope: ({ project }) => ({ project }),
  locksProject: true,
  async run(tx, { project, environment, defaultStrategy }) {
    if ((await listKnownEnvironments(tx, [environment])).length === 0) {
      throw invalid(`The environment ${environment} does not exist.`, 'environment')
    }
    if (!(await insertLink(tx, project, environment))) {
      throw nameTaken('environment of the project', environment)
    }
    await insertFlagStates(tx, project, environment)
    tx.record(environmentAdded({ project, environment }))
    await protectEnvironments(tx, project, [environment])
    if (defaultStrategy) await change(tx, { project, environment }, null, defaultStrategy)
  },
  inverse: ({ project, environment }): Order => removeEnvironment.with({ project, environment }),
})

export const removeEnvironment = command({
  name: 'project-environment.remove',
  input: Place,
  permission: 'UPDATE_PROJECT',
  scope: ({ project }) => ({ project }),
  locksProject: true,
  load: loadLink,
  async run(tx, { project, environment }) {
    if ((await countLinks(tx, project)) === 1) throw new AppError('lastEnvironment', { name: environment })
    const segments = await listUsedSegments(tx, project, environment)
    const flags = await removeLink(tx, project, environment)
    tx.record(environmentRemoved({ project, environment }, flags, segments))
  },
})

export const updateDefaultStrategy = command({
  name: 'project-environment.updateDefaultStrategy',
  input: Type.Interface([Place], { strategy: CreateFeatureStrategy }),
  permission: ['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'],
  scope: ({ project }) => ({ project }),
  load: loadLink,
  run: (tx, { strategy, ...place }, before) => change(tx, place, before.defaultStrategy, strategy),
  inverse: ({ project, environment }, _result, { defaultStrategy }): Order | undefined =>
    defaultStrategy
      ? updateDefaultStrategy.with({ project, environment, strategy: defaultStrategy })
      : undefined,
})

type Place = { project: string; environment: string }

async function change(
  tx: Tx,
  place: Place,
  before: CreateFeatureStrategy | null,
  wanted: CreateFeatureStrategy,
): Promise<CreateFeatureStrategy> {
  const strategy = await acceptDefaultStrategy(tx, place.project, wanted, before)
  await setDefaultStrategy(tx, place.project, place.environment, strategy)
  tx.record(defaultStrategyUpdated(place, before, strategy))
  return strategy
}

async function loadLink(tx: Tx, { project, environment }: Place): Promise<Link> {
  const link = await findLink(tx, project, environment)
  if (!link) throw notFound('environment', environment)
  return link
}
