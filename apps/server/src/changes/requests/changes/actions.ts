import type { NewChange } from '@flagstaff/contract/requests'
import {
  addDependency,
  addPlan,
  archiveFlags,
  createRule,
  deleteFlagSafeguard,
  deletePlanSafeguard,
  deleteProgression,
  deleteRule,
  disableFlags,
  enableFlags,
  removeAllDependencies,
  removeDependency,
  removePlan,
  resumePlan,
  reviveFlags,
  setFlagSafeguard,
  setPlanSafeguard,
  setProgression,
  setVariants,
  sortRules,
  startMilestone,
  updateMilestoneRule,
  updateRule,
} from '../../../flags/index.ts'
import { invalid } from '../../../platform/errors.ts'
import type { Order } from '../../../platform/write/commands.ts'
import type { Place } from '../../../platform/write/effects.ts'
import { deleteSegment, updateSegment } from '../../../setup/segments/index.ts'

type Payload = Record<string, unknown>

/** The order for a change that was sent in the wire format. Its input is checked when the order is executed. */
export function orderFor({ project, environment }: Place, { action, feature, payload }: NewChange): Order {
  const given = (payload ?? {}) as Payload
  if (action === 'updateSegment') return untyped(updateSegment, given)
  if (action === 'deleteSegment') return untyped(deleteSegment, { id: given.id })
  if (feature === undefined) throw invalid(`The action ${action} needs a feature.`, 'feature')
  const flag = feature
  const place = { project, environment, flag }
  switch (action) {
    case 'updateEnabled': {
      if (typeof given.enabled !== 'boolean')
        throw invalid('The payload needs enabled: true or false.', 'payload')
      const flags = { project, environment, flags: [flag] }
      if (!given.enabled) return disableFlags.with(flags)
      return enableFlags.with({ ...flags, activateDisabled: given.shouldActivateDisabledStrategies === true })
    }
    case 'addStrategy':
      return untyped(createRule, { ...without(given, 'id', 'asGiven'), ...place })
    case 'updateStrategy':
      return untyped(updateRule, { ...without(given, 'asGiven'), ...place })
    case 'deleteStrategy':
      return untyped(deleteRule, { ...place, id: given.id })
    case 'reorderStrategy':
      return untyped(sortRules, { ...place, order: payload })
    case 'patchVariant':
      return untyped(setVariants, {
        project,
        flag,
        environments: [environment],
        variants: given.variants,
        evenFirst: true,
      })
    case 'archiveFeature':
      return archiveFlags.with({ project, flags: [flag] })
    case 'reviveFeature':
      return reviveFlags.with({ project, flags: [flag] })
    case 'addDependency':
      return untyped(addDependency, { ...given, project, flag })
    case 'deleteDependency':
      return given.feature === undefined
        ? removeAllDependencies.with({ project, flag })
        : untyped(removeDependency, { project, flag, feature: given.feature })
    case 'addReleasePlan':
      return untyped(addPlan, { ...place, template: given.templateId })
    case 'deleteReleasePlan':
      return untyped(removePlan, { ...place, plan: given.planId })
    case 'startMilestone':
      return untyped(startMilestone, { ...place, plan: given.planId, milestone: given.milestoneId })
    case 'updateMilestoneStrategy':
      return untyped(updateMilestoneRule, { ...without(given, 'name'), ...place })
    case 'changeMilestoneProgression': {
      const { sourceMilestone: source, targetMilestone: target, transitionCondition: condition } = given
      return untyped(setProgression, { ...place, source, target, condition })
    }
    case 'deleteMilestoneProgression':
      return untyped(deleteProgression, { ...place, source: given.sourceMilestone })
    case 'resumeMilestoneProgression':
      return untyped(resumePlan, { ...place, plan: given.planId })
    case 'changeReleasePlanSafeguard':
      return untyped(setPlanSafeguard, { ...(given.safeguard as Payload), ...place, plan: given.planId })
    case 'deleteReleasePlanSafeguard':
      return untyped(deletePlanSafeguard, { ...place, plan: given.planId, id: given.safeguardId })
    case 'changeFeatureEnvSafeguard':
      return untyped(setFlagSafeguard, { ...(given.safeguard as Payload), ...place })
    case 'deleteFeatureEnvSafeguard':
      return untyped(deleteFlagSafeguard, { ...place, id: given.safeguardId })
  }
}

const untyped = ({ name }: { name: string }, input: Payload): Order => ({ command: name, input })

const without = (payload: Payload, ...names: string[]): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name) && name !== 'snapshot'))
