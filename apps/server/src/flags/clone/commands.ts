import { CloneFeature } from '@flagstaff/contract/flags'
import type { Permission } from '@flagstaff/contract/permissions'
import Type from 'typebox'
import { nameTaken, noPermission } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { archiveFlags } from '../archive/commands.ts'
import { insertNamed } from '../commands.ts'
import { dependencyAdded } from '../dependencies/events.ts'
import { listDependencies } from '../dependencies/queries.ts'
import { flagCreated } from '../events.ts'
import { checkProjectLimit, flagLimit } from '../limits.ts'
import { findOwner } from '../owner/queries.ts'
import { ruleAdded } from '../rules/events.ts'
import { insertRules, listRulesEverywhere, lockSegments, type PlacedRule } from '../rules/queries.ts'
import { lockActiveFlag } from '../target.ts'
import { valueFields } from '../values/fields.ts'
import { copyDependencies, copyEnvironments, listEnvironmentsWithVariants } from './queries.ts'

export const cloneFlag = command({
  name: 'flag.clone',
  input: Type.Interface([CloneFeature], { project: Type.String(), flag: Type.String() }),
  permission: 'CREATE_FEATURE',
  scope: ({ project }) => ({ project }),
  locks: ({ flag }) => ({ flags: [flag] }),
  limit: flagLimit,
  async load(tx, input) {
    const used = (await listRulesEverywhere(tx.read, input.flag)).flatMap(({ rule }) => rule.segments)
    await lockSegments(tx, used)
    return lockActiveFlag(tx, input)
  },
  async run(tx, { project, name, replaceGroupId = true }, source) {
    const rules = await listRulesEverywhere(tx.read, source.name)
    await allowCopy(tx, project, source.name, rules)
    const { type, description, impressionData } = source
    const { naming } = await checkProjectLimit(tx, project)
    const owner = await findOwner(tx.read, source.name)
    const copy = { name, type, description, impressionData, ...valueFields(source), stale: false, owner }
    const [flag] = await insertNamed(tx, project, [copy], naming)
    if (!flag) throw nameTaken('flag', name)
    await copyEnvironments(tx, source.name, name)
    tx.record(flagCreated(flag))
    for (const { environment, rule } of await copyRules(tx, name, rules, replaceGroupId)) {
      tx.record(ruleAdded(flag, environment, rule))
    }
    await copyDependencies(tx, source.name, name)
    for (const dependency of await listDependencies(tx.read, project, [name])) {
      tx.record(dependencyAdded(flag, dependency))
    }
    return flag
  },
  inverse: ({ project, name }) => archiveFlags.with({ project, flags: [name] }),
})

/** Copying rules or variants requires the same permissions as adding them. */
async function allowCopy(tx: Tx, project: string, source: string, rules: readonly PlacedRule[]) {
  const needed: [Permission, string[]][] = [
    ['CREATE_FEATURE_STRATEGY', [...new Set(rules.map(({ environment }) => environment))]],
    ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS', await listEnvironmentsWithVariants(tx.read, source)],
  ]
  for (const [permission, environments] of needed) {
    for (const environment of environments) {
      if (tx.caller.may(permission, { project, environment })) continue
      throw noPermission([permission], ` in the environment ${environment} of the project ${project}`)
    }
  }
}

/** With a new group id, users of the copy are in different buckets than those of the source. */
async function copyRules(tx: Tx, name: string, rules: readonly PlacedRule[], replaceGroupId: boolean) {
  // Sorted ids, so that copied rules with the same sort order keep their order.
  const ids = rules.map(() => ulid()).sort()
  const copies = rules.map(({ environment, rule }, index) => {
    const { parameters } = rule
    const regroup = replaceGroupId && Object.hasOwn(parameters, 'groupId')
    const copy = {
      ...rule,
      id: ids[index] ?? ulid(),
      featureName: name,
      parameters: regroup ? { ...parameters, groupId: name } : parameters,
      objectVersion: 1,
    }
    return { environment, rule: copy }
  })
  if (copies.length > 0) {
    await insertRules(
      tx,
      copies.map(({ environment, rule: { objectVersion: _, ...rule } }) => ({ ...rule, environment })),
    )
  }
  return copies
}
