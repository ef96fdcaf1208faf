import type { Permission } from '@flagstaff/contract/permissions'
import type { Caller, Scope } from '../../platform/write/actor.ts'
import { isTaken, type Plan, type PlannedFlag, type PlannedState } from './plan.ts'

type Need = readonly [Permission, Scope, isNeeded: boolean]

/** Permissions that the import needs and the caller lacks. Each command checks them again. */
export const missingPermissions = (plan: Plan, caller: Caller): Permission[] =>
  needs(plan)
    .filter(([permission, scope, isNeeded]) => isNeeded && !caller.may(permission, scope))
    .map(([permission]) => permission)

function needs({ destination, flags, tagTypes, fields, segments }: Plan): Need[] {
  const inProject = { project: destination.project }
  const states = flags.flatMap(({ environments }) => environments.filter(isTaken))
  const created = (list: readonly Plan['segments'][number][]) =>
    list.some((item) => isTaken(item) && item.state === 'create')
  const changed = (list: readonly Plan['segments'][number][]) =>
    list.some((item) => isTaken(item) && item.state === 'change')
  return [
    ['UPDATE_FEATURE', inProject, true],
    ['CREATE_FEATURE', inProject, flags.some(({ flag }) => isTaken(flag) && flag.state === 'create')],
    ['UPDATE_FEATURE_DEPENDENCY', inProject, flags.some(dependsAnew)],
    ...[...Map.groupBy(states, ({ environment }) => environment)].flatMap(([environment, list]) =>
      stateNeeds({ ...inProject, environment }, list),
    ),
    ['CREATE_TAG_TYPE', {}, created(tagTypes)],
    ['UPDATE_TAG_TYPE', {}, changed(tagTypes)],
    ['CREATE_CONTEXT_FIELD', {}, created(fields)],
    ['UPDATE_CONTEXT_FIELD', {}, changed(fields)],
    ['CREATE_SEGMENT', {}, created(segments)],
    ['UPDATE_SEGMENT', {}, changed(segments)],
  ]
}

function stateNeeds(place: Scope, states: readonly PlannedState[]): Need[] {
  const some = (test: (state: PlannedState) => boolean) => states.some(test)
  const differs = (field: string) => some((state) => state.differs.includes(field))
  const before = (state: PlannedState) => state.before?.rules ?? []
  const after = (state: PlannedState) => state.after?.rules ?? []
  const adds = some((state) => after(state).some(({ id }) => id === undefined))
  const removes = some((state) =>
    before(state).some(({ id }) => !after(state).some((rule) => rule.id === id)),
  )
  const hasVariants = some((state) => (state.after?.variants.length ?? 0) > 0)
  const turnsOn = some((state) => !state.before && state.after?.enabled === true)
  return [
    ['CREATE_FEATURE_STRATEGY', place, adds],
    ['UPDATE_FEATURE_STRATEGY', place, differs('rules')],
    ['DELETE_FEATURE_STRATEGY', place, removes],
    ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS', place, differs('variants') || hasVariants],
    ['UPDATE_FEATURE_ENVIRONMENT', place, differs('enabled') || turnsOn],
  ]
}

const dependsAnew = ({ flag, file }: PlannedFlag) =>
  isTaken(flag) &&
  (flag.state === 'create' ? file.dependencies.length > 0 : flag.differs.includes('dependencies'))
