import Type from 'typebox'
import { dropEnvironmentGrants } from '../../../people/access/index.ts'
import { deleteTokensOfEnvironment } from '../../../people/tokens/index.ts'
import { AppError, notAllowed, notFound } from '../../../platform/errors.ts'
import { command } from '../../../platform/write/commands.ts'
import type { Touch } from '../../../platform/write/write.ts'
import { environmentDeleted } from '../events.ts'
import { countEnvironments, lockEnvironment } from '../queries.ts'
import {
  listFlags,
  listProjectsWithoutOther,
  listUsedSegments,
  lockProjects,
  removeEnvironment,
} from './queries.ts'

export const deleteEnvironment = command({
  name: 'environment.delete',
  input: Type.Object({ name: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  async load(tx, { name }) {
    await lockProjects(tx)
    const environment = await lockEnvironment(tx, name)
    if (!environment) throw notFound('environment', name)
    return environment
  },
  async run(tx, { name }, environment) {
    if (environment.protected) throw notAllowed(`The environment ${name} is protected and cannot be deleted.`)
    const bereft = await listProjectsWithoutOther(tx, name)
    if (bereft.length > 0 || (await countEnvironments(tx)) === 1) {
      const message = `These would have no environment left: ${bereft.join(', ') || 'the instance'}.`
      throw new AppError('lastEnvironment', { name }, { details: [{ message }] })
    }
    const segments = await listUsedSegments(tx, name)
    const flags = await listFlags(tx, name)
    await removeEnvironment(tx, name)
    await dropEnvironmentGrants(tx, name)
    tx.record(
      environmentDeleted(environment, [
        ...segments.map((id): Touch => ({ kind: 'segment', name: String(id) })),
        ...flags.map((flag): Touch => ({ kind: 'flag', name: flag, environment: name })),
      ]),
    )
    await deleteTokensOfEnvironment(tx, name)
  },
})
