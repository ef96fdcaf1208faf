import type { Permission } from '@flagstaff/contract/permissions'
import type { Caller, Scope } from '../../platform/write/actor.ts'
import { isTaken, type Plan, type PlannedFlag } from './plan.ts'

type Need = readonly [Permission, Scope, isNeeded: boolean]

/** Permissions that the import needs and the caller lacks. Each command checks them again. */
export const missingPermissions = (plan: Plan, caller: Caller): Permission[] =>
  needs(plan)
    .filter(([permission, scope, isNeeded]) => isNeeded && !caller.may(permission, scope))
    .map(([permission]) => permission)

function needs({ destination, flags, tagTypes, fields, segments }: Plan): Need[] {
  const inProject = { project: destination.project }
  const inEnvironment = { ...inProject, environment: destination.environment }
  const states = flags.filter(({ environment }) => isTaken(environment))
  const some = (test: (flag: PlannedFlag) => boolean) => states.some(test)
  const differs = (field: string) => some(({ environment }) => environment?.differs.includes(field) ?? false)
  const before = ({ environment }: PlannedFlag) => environment?.before?.rules ?? []
  const after = ({ environment }: PlannedFlag) => environment?.after?.rules ?? []
  const adds = some((flag) => after(flag).some(({ id }) => id === undefined))
  const removes = some((flag) => before(flag).some(({ id }) => !after(flag).some((rule) => rule.id === id)))
  const created = (list: readonly Plan['segments'][number][]) =>
    list.some((item) => isTaken(item) && item.state === 'create')
  const changed = (list: readonly Plan['segments'][number][]) =>
    list.some((item) => isTaken(item) && item.state === 'change')
  return [
    ['UPDATE_FEATURE', inProject, true],
    ['CREATE_FEATURE', inProject, flags.some(({ flag }) => isTaken(flag) && flag.state === 'create')],
    ['UPDATE_FEATURE_DEPENDENCY', inProject, flags.some(dependsAnew)],
    ['CREATE_FEATURE_STRATEGY', inEnvironment, adds],
    ['UPDATE_FEATURE_STRATEGY', inEnvironment, differs('rules')],
    ['DELETE_FEATURE_STRATEGY', inEnvironment, removes],
    [
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
      inEnvironment,
      differs('variants') || some(({ environment }) => (environment?.after?.variants.length ?? 0) > 0),
    ],
    [
      'UPDATE_FEATURE_ENVIRONMENT',
      inEnvironment,
      differs('enabled') ||
        some(({ environment }) => !environment?.before && environment?.after?.enabled === true),
    ],
    ['CREATE_TAG_TYPE', {}, created(tagTypes)],
    ['UPDATE_TAG_TYPE', {}, changed(tagTypes)],
    ['CREATE_CONTEXT_FIELD', {}, created(fields)],
    ['UPDATE_CONTEXT_FIELD', {}, changed(fields)],
    ['CREATE_SEGMENT', {}, created(segments)],
    ['UPDATE_SEGMENT', {}, changed(segments)],
  ]
}

const dependsAnew = ({ flag, file }: PlannedFlag) =>
  isTaken(flag) &&
  (flag.state === 'create' ? file.dependencies.length > 0 : flag.differs.includes('dependencies'))
