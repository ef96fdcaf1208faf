import { Variants } from '@flagstaff/contract/common'
import { Patches } from '@flagstaff/contract/flags'
import Type from 'typebox'
import { invalid, noPermission, notAllowed, notFound } from '../../platform/errors.ts'
import { command, type Order, run } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { environmentVariantsUpdated } from '../events.ts'
import { applyPatches } from '../json-patch.ts'
import { lockActiveFlag } from '../target.ts'
import { checkPayloads } from '../values/rules.ts'
import { listVariants, replaceVariants } from './queries.ts'
import { acceptVariants } from './weights.ts'

const Target = Type.Object({ project: Type.String(), flag: Type.String() })

/** Variants outside of rules (legacy): only flags that already have some can change them. */
export const setVariants = command({
  name: 'flag.setVariants',
  proposable: true,
  input: Type.Interface([Target], {
    environments: Type.Array(Type.String()),
    variants: Variants,
    // Set by undo, import and promotion, which may add the first variants of a flag.
    evenFirst: Type.Optional(Type.Boolean()),
  }),
  permission: 'authenticated',
  scope: ({ project }) => ({ project }),
  locks: ({ flag }) => ({ flags: [flag] }),
  async load(tx, { project, flag: name, environments }) {
    if (environments.length === 0) refuseNowhere(tx, project)
    for (const environment of environments) {
      if (tx.caller.may('UPDATE_FEATURE_ENVIRONMENT_VARIANTS', { project, environment })) continue
      throw noPermission(['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'], ` in the environment ${environment}`)
    }
    const flag = await lockActiveFlag(tx, { project, flag: name })
    return { flag, before: await listVariants(tx.read, name) }
  },
  current: ({ flag }) => flag,
  async run(tx, { flag: name, environments, variants, evenFirst = false }, { flag, before }) {
    const foreign = environments.find((environment) => !before.has(environment))
    if (foreign !== undefined) throw notFound('environment', foreign)
    const accepted = acceptVariants(variants).map((variant) => ({ stickiness: 'default', ...variant }))
    checkPayloads(flag, accepted)
    if (!evenFirst && accepted.length > 0 && [...before.values()].every((list) => list.length === 0)) {
      throw notAllowed('Variants now belong to the rules of a flag. Add them to a rule.')
    }
    await replaceVariants(tx, name, environments, accepted)
    const after = await listVariants(tx.read, name)
    for (const environment of new Set(environments)) {
      const [was = [], is = []] = [before.get(environment), after.get(environment)]
      tx.record(environmentVariantsUpdated(flag, environment, was, is))
    }
    return accepted
  },
  inverse: ({ project, flag, environments }, _variants, { before }): Order[] =>
    [...new Set(environments)].map((environment) =>
      setVariants.with({
        project,
        flag,
        environments: [environment],
        variants: before.get(environment) ?? [],
        evenFirst: true,
      }),
    ),
})

export const patchVariants = command({
  name: 'flag.patchVariants',
  proposable: true,
  input: Type.Interface([Target], { environment: Type.String(), patches: Patches }),
  permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  scope: ({ project, environment }) => ({ project, environment }),
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, { environment, patches, ...target }) {
    const variants = (await listVariants(tx.read, target.flag)).get(environment)
    if (!variants) throw notFound('environment', environment)
    const patched = applyPatches(variants, patches) as Variants
    return run(tx, setVariants, { ...target, environments: [environment], variants: patched })
  },
})

/** Without an environment to check it in, the caller still needs the permission somewhere in the project. */
function refuseNowhere(tx: Tx, project: string): never {
  if (!tx.caller.mayAnywhere('UPDATE_FEATURE_ENVIRONMENT_VARIANTS', { project })) {
    throw noPermission(['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'], ` in the project ${project}`)
  }
  throw invalid('Name at least one environment.', 'environments')
}
