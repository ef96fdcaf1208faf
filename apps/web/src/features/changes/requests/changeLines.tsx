import type { RequestedChange } from '@flagstaff/contract/requests'
import type { UpsertSegment } from '@flagstaff/contract/segments'
import { formatPercent } from '../../../lib/format.ts'
import type { DiffLine } from '../../../ui/Diff.tsx'
import {
  bodyOf,
  diffPlans,
  diffRules,
  type PlanContent,
  type Rule,
  type SegmentNames,
  saySafeguard,
} from '../../flags/index.ts'
import { diffSegments } from '../../setup/segments/index.ts'
import { jsonLines } from './json.ts'
import { t } from './messages.ts'
import classes from './page.module.css'

type Variants = readonly { name: string; weight: number }[]
type Dependency = { feature: string; enabled?: boolean; variants?: readonly string[] }

/** Each action has its own fields. The server checked them when the change was proposed. */
type Payload = Partial<Rule> &
  Partial<Dependency> & {
    enabled?: boolean
    variants?: unknown
    snapshot?: unknown
    safeguards?: unknown
    constraints?: unknown
    plan?: PlanContent | null
  }

/** What a change does, in words: after the name of its flag, and as lines before and after. */
export type Said = { text: string; lines: DiffLine[] }

const payloadOf = ({ payload }: RequestedChange) => (payload ?? {}) as Payload

export function sayChange(change: RequestedChange, segments: SegmentNames): Said {
  const { action } = change
  const payload = payloadOf(change)
  const { snapshot } = payload
  switch (action) {
    case 'updateEnabled': {
      const [was, is] = payload.enabled ? (['off', 'on'] as const) : (['on', 'off'] as const)
      return { text: t(`action.${is}`), lines: pair(t(`line.${was}`), t(`line.${is}`)) }
    }
    case 'addStrategy':
    case 'updateStrategy':
    case 'deleteStrategy': {
      const before = action === 'addStrategy' ? undefined : ruleIn(snapshot)
      const after = action === 'deleteStrategy' ? undefined : ruleIn(payload)
      const title = after?.title || before?.title
      const rule = title ? t('changes.ruleNamed', { title }) : t('changes.rule')
      return { text: t(`action.${action}`, { rule }), lines: diffRules(before, after, segments) }
    }
    case 'reorderStrategy':
      return { text: t('action.reorderStrategy'), lines: note(t('line.order')) }
    case 'patchVariant':
      return {
        text: t('action.patchVariant'),
        lines: pair(variantsText(snapshot), variantsText(payload.variants)),
      }
    case 'archiveFeature':
      return { text: t('action.archiveFeature'), lines: note(t('line.archive')) }
    case 'reviveFeature':
      return { text: t('action.reviveFeature'), lines: note(t('line.revive')) }
    case 'addDependency':
    case 'deleteDependency':
      return sayDependency(action, payload)
    case 'updateSegment':
      return {
        text: t('action.updateSegment'),
        lines: diffSegments(snapshot as UpsertSegment | undefined, payload as unknown as UpsertSegment),
      }
    case 'deleteSegment':
      return { text: t('action.deleteSegment'), lines: note(t('line.segmentGone')) }
    case 'addReleasePlan':
    case 'deleteReleasePlan':
    case 'startMilestone':
    case 'updateReleasePlan': {
      const before = (snapshot ?? undefined) as PlanContent | undefined
      const name = payload.plan?.name ?? before?.name ?? ''
      return {
        text: t(`action.${action}`, { name }),
        lines: diffPlans(before, payload.plan ?? undefined, segments),
      }
    }
    case 'changeReleasePlanSafeguard':
    case 'deleteReleasePlanSafeguard':
    case 'changeFeatureEnvSafeguard':
    case 'deleteFeatureEnvSafeguard':
      return {
        text: t('action.safeguards'),
        lines: pair(safeguardsText(snapshot), safeguardsText(payload.safeguards)),
      }
    default:
      return { text: action, lines: jsonOf(change) }
  }
}

type Safeguards = readonly {
  metric: Parameters<typeof saySafeguard>[0]
  condition: Parameters<typeof saySafeguard>[1]
}[]

const safeguardsText = (safeguards: unknown) =>
  ((safeguards ?? []) as Safeguards)
    .map(({ metric, condition }) => saySafeguard(metric, condition))
    .join(', ') || t('line.noSafeguards')

const ruleIn = (value: unknown) => {
  const rule = value as (Partial<Rule> & { name: string }) | undefined
  return rule && bodyOf(rule)
}

function sayDependency(action: 'addDependency' | 'deleteDependency', payload: Payload): Said {
  const snapshot = payload.snapshot as Dependency | undefined
  const flag = payload.feature ?? snapshot?.feature ?? ''
  const after = action === 'addDependency' ? (payload as Dependency) : undefined
  const said = action === 'addDependency' && snapshot ? 'changeDependency' : action
  return { text: t(`action.${said}`, { flag }), lines: pair(dependencyText(snapshot), dependencyText(after)) }
}

function dependencyText(dependency: Dependency | undefined): string {
  if (!dependency) return t('line.noDependency')
  const { feature: flag, enabled = true, variants = [] } = dependency
  if (!enabled) return t('line.dependencyOff', { flag })
  return variants.length > 0
    ? t('line.dependencyVariants', { flag, variants: variants.join(', ') })
    : t('line.dependencyOn', { flag })
}

const variantsText = (variants: unknown) =>
  ((variants ?? []) as Variants)
    .map(({ name, weight }) => t('line.variants', { name, share: formatPercent(weight / 10) }))
    .join(', ') || t('line.noVariants')

const pair = (before: string, after: string): DiffLine[] => [
  { sign: '-', key: '-', content: before },
  { sign: '+', key: '+', content: after },
]
const note = (text: string): DiffLine[] => [{ sign: '~', key: '~', content: text }]

/** The stored form of a change: its target before and after. */
export function jsonOf(change: RequestedChange): DiffLine[] {
  const [before, after] = sidesOf(change)
  return jsonLines(before, after).map(({ sign, text, key }) => ({
    sign,
    key,
    content: <code className={classes.code}>{text}</code>,
  }))
}

function sidesOf(change: RequestedChange): [before: unknown, after: unknown] {
  if (Array.isArray(change.payload)) return [undefined, change.payload]
  const { snapshot, ...after } = payloadOf(change)
  switch (change.action) {
    case 'updateEnabled':
      return [{ enabled: !after.enabled }, { enabled: after.enabled }]
    case 'deleteStrategy':
    case 'deleteDependency':
    case 'deleteSegment':
      return [snapshot, undefined]
    case 'patchVariant':
      return [{ variants: snapshot }, after]
    case 'archiveFeature':
      return [{ archived: false }, { archived: true }]
    case 'reviveFeature':
      return [{ archived: true }, { archived: false }]
    default:
      return [snapshot, after]
  }
}
