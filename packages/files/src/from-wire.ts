import {
  type Condition,
  type FileEnvironment,
  type FileRule,
  type FileValue,
  type FileVariant,
  type FlagFile,
  listOperators,
  valueOperators,
} from '@flagstaff/contract/code-files'
import type { Constraint } from '@flagstaff/contract/common'
import type { FlagValue, ValueType } from '@flagstaff/contract/values'
import { stable } from './stable.ts'
import { stickinessOf, toConstraint, toRule } from './to-wire.ts'
import type { WireFlag, WireRule, WireState, WireVariant } from './wire.ts'

/** A flag as it is written in a file: in short forms where they say exactly the same. */
export function fromWire(flag: WireFlag): FlagFile {
  const { name, type, description, impressionData, stale, value, tags, links, dependencies, environments } =
    flag
  return {
    flag: name,
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
    ...(impressionData === undefined ? {} : { impressionData }),
    ...(stale === undefined ? {} : { stale }),
    ...(value?.valueType ? { value: fromValue(value, value.valueType) } : {}),
    ...(tags ? { tags: tags.map((tag) => `${tag.type}:${tag.value}`) } : {}),
    ...(links ? { links: links.map(({ url, title }) => (title ? { url, title } : url)) } : {}),
    ...(dependencies ? { dependencies: dependencies.map(fromDependency) } : {}),
    environments: Object.fromEntries(
      environments.map(({ environment, ...state }) => [environment, fromState(name, state)]),
    ),
  }
}

const fromValue = ({ defaultValue, valueSchema }: FlagValue, type: ValueType): FileValue => ({
  type,
  ...(defaultValue === undefined ? {} : { default: defaultValue }),
  ...(valueSchema ? { schema: valueSchema } : {}),
})

const fromDependency = ({ feature, enabled, variants }: NonNullable<WireFlag['dependencies']>[number]) =>
  enabled && variants.length === 0
    ? feature
    : { flag: feature, ...(enabled ? {} : { enabled }), ...(variants.length > 0 ? { variants } : {}) }

const fromState = (
  flag: string,
  { enabled, rules, variants }: Omit<WireState, 'environment'>,
): FileEnvironment => ({
  ...(enabled === undefined ? {} : { enabled }),
  ...(rules ? { rules: rules.map((rule) => fromRule(flag, rule)) } : {}),
  ...(variants && variants.length > 0
    ? { variants: variants.map((variant) => fromVariant(variant, 'default')) }
    : {}),
})

export function fromRule(flag: string, rule: WireRule): FileRule {
  const { title, disabled, segments, variants, constraints } = rule
  const conditions = constraints.map(fromConstraint)
  return {
    ...(title ? { title } : {}),
    ...(disabled ? { disabled } : {}),
    ...fromParameters(flag, rule),
    ...(segments.length > 0 ? { segments } : {}),
    ...(constraints.length === 0
      ? {}
      : conditions.every((one) => one !== undefined)
        ? { where: conditions }
        : { constraints }),
    ...(variants.length > 0
      ? { variants: variants.map((variant) => fromVariant(variant, stickinessOf(rule.parameters))) }
      : {}),
  }
}

function fromParameters(flag: string, { name, parameters }: WireRule): Partial<FileRule> {
  const { rollout, stickiness, groupId } = parameters
  const short: FileRule = {
    rollout: Number(rollout),
    ...(stickiness && stickiness !== 'default' ? { stickiness } : {}),
    ...(groupId !== undefined && groupId !== flag ? { group: groupId } : {}),
  }
  const isExact =
    name === 'flexibleRollout' &&
    /^(\d|[1-9]\d|100)$/.test(rollout ?? '') &&
    stable(toRule(flag, short).parameters) === stable(parameters)
  if (isExact) return short
  if (name === 'flexibleRollout') return { parameters }
  return { strategy: name, ...(Object.keys(parameters).length > 0 ? { parameters } : {}) }
}

const shortNames = new Map<string, string>(
  Object.entries({ ...listOperators, ...valueOperators }).map(([short, operator]) => [operator, short]),
)
const lists = new Set<string>(Object.values(listOperators))

function fromConstraint(constraint: Constraint): Condition | undefined {
  const { contextName: field, operator, values = [], value = '', inverted, caseInsensitive } = constraint
  const condition = {
    field,
    [shortNames.get(operator) ?? '']: lists.has(operator) ? values : value,
    ...(inverted ? { not: true } : {}),
    ...(caseInsensitive ? { ignoreCase: true } : {}),
  } as Condition
  return stable(toConstraint(condition)) === stable(constraint) ? condition : undefined
}

const fromVariant = (
  { weight, weightType, stickiness, payload, overrides, name }: WireVariant,
  usual: string,
): FileVariant => ({
  name,
  weight: weight / 10,
  ...(weightType === 'variable' ? {} : { weightType }),
  ...(stickiness === usual ? {} : { stickiness }),
  ...(payload ? { payload: payload.type === 'string' ? payload.value : payload } : {}),
  ...(overrides && overrides.length > 0 ? { overrides } : {}),
})
