import { isDeepStrictEqual } from 'node:util'
import type { FlagState } from '../../../flags/index.ts'
import { type Change, isSameRule, type SegmentState } from '../changes/difference.ts'

/** The current state of what a change is about. */
export type Present = { flag?: FlagState | undefined; segment?: SegmentState | undefined }

type Rule = Parameters<typeof isSameRule>[0]
type About = Omit<Change, 'orders'>

/** What a change replaces, as it is now. */
export function snapshotIn(change: About, { flag, segment }: Present): unknown {
  if (change.segment !== null) return segment
  const state = flag?.environments.find(({ environment }) => environment === change.environment)
  switch (change.action) {
    case 'updateStrategy':
    case 'deleteStrategy':
      return state?.rules.find(({ id }) => id === change.target)
    case 'patchVariant':
      return state?.variants
    case 'addDependency':
    case 'deleteDependency':
      return flag?.dependencies.find(({ feature }) => feature === change.target)
    case 'addReleasePlan':
    case 'deleteReleasePlan':
    case 'startMilestone':
    case 'updateReleasePlan':
      return state?.plan ?? null
    case 'changeReleasePlanSafeguard':
    case 'deleteReleasePlanSafeguard':
    case 'changeFeatureEnvSafeguard':
    case 'deleteFeatureEnvSafeguard':
      return state?.safeguards
  }
  return change.snapshot
}

type Options = {
  /** Titles and descriptions count too. Everyone can change them without a review. */
  withLabels: boolean
}

/** Why a change no longer fits the current state; undefined if it still does. */
export function conflictOf(
  change: About,
  { flag, segment }: Present,
  { withLabels }: Options,
): string | undefined {
  if (change.segment !== null) return segmentConflict(change, segment, withLabels)
  const name = change.flag ?? ''
  if (change.action === 'reviveFeature') return flag ? `The flag ${name} was revived already.` : undefined
  if (!flag) return `The flag ${name} was archived or deleted.`
  const state = flag.environments.find(({ environment }) => environment === change.environment)
  if (!state) return `The flag ${name} is no longer in the environment ${change.environment}.`
  const rule = state.rules.find(({ id }) => id === change.target)
  const titled = (one: Rule): Rule => (withLabels ? one : { ...one, title: null })
  switch (change.action) {
    case 'updateStrategy':
    case 'deleteStrategy':
      if (!rule) return `A rule of ${name} was deleted.`
      return isSameRule(titled(rule), titled(change.snapshot as Rule))
        ? undefined
        : `A rule of ${name} was changed.`
    case 'addStrategy':
      return rule ? `The rule was already added to ${name}.` : undefined
    case 'reorderStrategy': {
      const known = new Set(state.rules.map(({ id }) => id))
      const gone = (change.payload as { id: string }[]).some(({ id }) => !known.has(id))
      return gone ? `A rule of ${name} was deleted.` : undefined
    }
    case 'patchVariant':
      return isDeepStrictEqual(snapshotIn(change, { flag }), change.snapshot)
        ? undefined
        : `The variants of ${name} were changed.`
    case 'addDependency':
    case 'deleteDependency':
      return isDeepStrictEqual(snapshotIn(change, { flag }), change.snapshot)
        ? undefined
        : `The dependencies of ${name} were changed.`
    case 'addReleasePlan':
    case 'deleteReleasePlan':
    case 'startMilestone':
    case 'updateReleasePlan':
      return isDeepStrictEqual(snapshotIn(change, { flag }), change.snapshot ?? null)
        ? undefined
        : `The release plan of ${name} was changed.`
    case 'changeReleasePlanSafeguard':
    case 'deleteReleasePlanSafeguard':
    case 'changeFeatureEnvSafeguard':
    case 'deleteFeatureEnvSafeguard':
      return isDeepStrictEqual(snapshotIn(change, { flag }), change.snapshot)
        ? undefined
        : `The safeguards of ${name} were changed.`
  }
  return undefined
}

function segmentConflict({ snapshot }: About, segment: SegmentState | undefined, withLabels: boolean) {
  const before = snapshot as SegmentState
  const { name, description } = before
  if (!segment) return `The segment ${name} was deleted.`
  const now = withLabels ? segment : { ...segment, name, description }
  return isDeepStrictEqual(now, before) ? undefined : `The segment ${name} was changed.`
}
