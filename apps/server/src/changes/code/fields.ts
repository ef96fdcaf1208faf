import type { ManagedProject, ManageMode } from '@flagstaff/contract/code-files'
import type { WireFlag, WireRule, WireVariant } from '@flagstaff/files/wire'
import {
  type EnvironmentState,
  type FlagState,
  type RuleContent,
  stable,
  valueFields,
} from '../../flags/index.ts'
import { normalize } from '../../setup/constraints/index.ts'
import { normalTags } from '../../setup/tags/index.ts'

/** Fields that files can manage: of the flag itself, and of its state in an environment. */
export const definitionFields = [
  'type',
  'description',
  'impressionData',
  'stale',
  'value',
  'tags',
  'links',
  'dependencies',
] as const
export type DefinitionField = (typeof definitionFields)[number]
export const stateFields = ['enabled', 'rules', 'variants'] as const
export type StateField = (typeof stateFields)[number]

export type Definition = Required<Pick<WireFlag, DefinitionField>>
export type State = { enabled: boolean; rules: WireRule[]; variants: WireVariant[] }

/** How a field is managed. `rollout` belongs to the rules, but can be left to people. */
export function modeOf(
  { manage }: ManagedProject,
  environment: string,
  field: StateField | 'rollout' | 'definition',
): ManageMode {
  if (!manage) return 'file'
  const given = manage[field === 'definition' ? 'definition' : environment]
  if (given === undefined) return 'people'
  if (typeof given === 'string') return given
  if (field === 'definition') return 'people'
  if (field === 'rollout') return given.rollout ?? given.rules ?? 'people'
  return given[field] ?? 'people'
}

/** Values in one form, so that files, stored claims and the present can be compared. */
export const normalDefinition = (given: Definition): Definition => ({
  type: given.type,
  description: given.description || null,
  impressionData: given.impressionData,
  stale: given.stale,
  value: given.value,
  tags: normalTags(given.tags),
  links: given.links.map(({ url, title }) => ({ url, title: title || null })),
  dependencies: given.dependencies
    .map(({ feature, enabled, variants }) => ({ feature, enabled, variants: [...variants].sort() }))
    .sort((a, b) => (a.feature < b.feature ? -1 : 1)),
})

export type SegmentNames = ReadonlyMap<number, string>

/** The rules as files would write them, with segments by name. */
export const namedRules = (rules: readonly RuleContent[], segments: SegmentNames): WireRule[] =>
  rules.map((rule) => ({
    name: rule.name,
    title: rule.title || null,
    disabled: rule.disabled,
    parameters: rule.parameters,
    constraints: rule.constraints.map(normalize),
    segments: rule.segments.map((id) => segments.get(id) ?? `#${id}`).sort(),
    variants: normalVariants(rule.variants),
  }))

export const normalVariants = (variants: readonly Partial<WireVariant>[]): WireVariant[] =>
  variants
    .map(
      ({
        name = '',
        weight = 0,
        weightType = 'variable',
        stickiness = 'default',
        payload,
        overrides = [],
      }) => ({
        name,
        weight,
        weightType,
        stickiness,
        ...(payload ? { payload } : {}),
        ...(overrides.length > 0 ? { overrides } : {}),
      }),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))

export const definitionOf = (flag: FlagState): Definition =>
  normalDefinition({
    ...flag,
    value: valueFields(flag),
    links: flag.links.map(({ url, title }) => ({ url, title: title ?? null })),
    dependencies: flag.dependencies.map((one) => ({ ...one, variants: [...one.variants] })),
  })

export const stateOf = (state: EnvironmentState, segments: SegmentNames): State => ({
  enabled: state.enabled,
  rules: namedRules(state.rules, segments),
  variants: normalVariants(state.variants),
})

const shares = ['rollout', 'percentage'] as const

/** Rules without their percentages, for comparing what files manage if people decide on the rollout. */
export const withoutRollout = <R extends { parameters: Record<string, string> }>(rule: R): R => ({
  ...rule,
  parameters: Object.fromEntries(
    Object.entries(rule.parameters).filter(([name]) => !shares.some((share) => share === name)),
  ),
})

/** A rule with the percentages of another one. */
export const withRolloutOf = <R extends { parameters: Record<string, string> }>(
  rule: R,
  other: { parameters: Record<string, string> },
): R => ({
  ...rule,
  parameters: {
    ...withoutRollout(rule).parameters,
    ...Object.fromEntries(
      shares.flatMap((share) => {
        const value = other.parameters[share]
        return value === undefined ? [] : [[share, value]]
      }),
    ),
  },
})

/** The value of a field as it is compared: without percentages if those are left to people. */
export const compared = (field: string, value: unknown, isMasked: boolean): unknown =>
  field === 'rules' && isMasked && Array.isArray(value) ? value.map(withoutRollout) : value

export const isSame = (a: unknown, b: unknown): boolean => stable(a) === stable(b)
