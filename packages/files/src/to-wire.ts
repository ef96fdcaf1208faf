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
import type { FlagValue } from '@flagstaff/contract/values'
import { FileError, type WireFlag, type WireRule, type WireState, type WireVariant } from './wire.ts'

/** A flag of a file in the words of the API. */
export function toWire(file: FlagFile): WireFlag {
  const { flag, environments = {}, tags, links, dependencies, value, ...rest } = file
  return {
    name: flag,
    ...rest,
    ...(value ? { value: toValue(value) } : {}),
    ...(tags ? { tags: tags.map(toTag) } : {}),
    ...(links ? { links: links.map(toLink) } : {}),
    ...(dependencies ? { dependencies: dependencies.map(toDependency) } : {}),
    environments: Object.entries(environments).map(([environment, state]) =>
      toState(flag, environment, state),
    ),
  }
}

/** Comparing deeper values would exhaust the stack; the server accepts fewer levels. */
const MOST_LEVELS = 30

function toValue({ type, schema, default: defaultValue }: FileValue): FlagValue {
  if (isDeep([schema, defaultValue])) throw new FileError('value', 'It has too many levels.')
  return {
    ...(type === 'boolean' && !defaultValue ? {} : { valueType: type }),
    ...(schema ? { valueSchema: schema } : {}),
    ...(defaultValue === undefined || (type === 'boolean' && !defaultValue) ? {} : { defaultValue }),
  }
}

function isDeep(value: unknown): boolean {
  let layer = [value]
  for (let level = 0; layer.length > 0; level++) {
    if (level > MOST_LEVELS) return true
    layer = layer.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}

function toTag(text: string, index: number) {
  const at = text.indexOf(':')
  if (at < 1) throw new FileError(`tags.${index}`, `"${text}" is not a tag. Write it as type:value.`)
  return { type: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }
}

const toLink = (link: NonNullable<FlagFile['links']>[number]) =>
  typeof link === 'string' ? { url: link, title: null } : { url: link.url, title: link.title || null }

const toDependency = (given: NonNullable<FlagFile['dependencies']>[number]) => {
  if (typeof given === 'string') return { feature: given, enabled: true, variants: [] }
  return { feature: given.flag, enabled: given.enabled ?? true, variants: given.variants ?? [] }
}

function toState(flag: string, environment: string, state: FileEnvironment): WireState {
  const { enabled, rules, variants } = state
  const at = `environments.${environment}`
  return {
    environment,
    ...(enabled === undefined ? {} : { enabled }),
    ...(rules ? { rules: rules.map((rule, index) => toRule(flag, rule, `${at}.rules.${index}`)) } : {}),
    ...(variants ? { variants: toVariants(variants, at) } : {}),
  }
}

const toVariants = (variants: readonly FileVariant[], at: string, stickiness = 'default') =>
  variants.map((variant, index) => toVariant({ stickiness, ...variant }, `${at}.variants.${index}`))

/** The stickiness of a rule, which its variants share unless they have another one. */
export const stickinessOf = (parameters: Readonly<Record<string, string>>): string =>
  parameters.stickiness || 'default'

export function toRule(flag: string, rule: FileRule, at = ''): WireRule {
  const { strategy: name = 'flexibleRollout', where = [], constraints = [] } = rule
  const parameters = toParameters(flag, rule, at)
  return {
    name,
    title: rule.title || null,
    disabled: rule.disabled ?? false,
    parameters,
    constraints: [
      ...where.map((condition, index) => toConstraint(condition, `${at}.where.${index}`)),
      ...constraints,
    ],
    segments: rule.segments ?? [],
    variants: toVariants(rule.variants ?? [], at, stickinessOf(parameters)),
  }
}

function toParameters(flag: string, rule: FileRule, at: string): Record<string, string> {
  const { strategy = 'flexibleRollout', parameters, rollout, stickiness, group } = rule
  const isShort = rollout !== undefined || stickiness !== undefined || group !== undefined
  if (parameters) {
    if (isShort)
      throw new FileError(at, 'Use either parameters, or rollout, stickiness and group, but not both.')
    return parameters
  }
  if (strategy !== 'flexibleRollout') {
    if (isShort) throw new FileError(at, `The strategy ${strategy} takes parameters, not rollout.`)
    return {}
  }
  return { rollout: String(rollout ?? 100), stickiness: stickiness ?? 'default', groupId: group ?? flag }
}

/** Files have weights in percent, the API in thousandths. */
export function toVariant(variant: FileVariant, at = ''): WireVariant {
  const { weight, weightType = 'variable', stickiness = 'default', payload, ...rest } = variant
  const thousandths = Math.round(weight * 10)
  if (Math.abs(thousandths - weight * 10) > 1e-6)
    throw new FileError(at, 'A weight can have at most one decimal place.')
  return {
    ...rest,
    weight: thousandths,
    weightType,
    stickiness,
    ...(payload === undefined
      ? {}
      : { payload: typeof payload === 'string' ? { type: 'string', value: payload } : payload }),
  }
}

export function toConstraint(condition: Condition, at = ''): Constraint {
  const { field, not = false, ignoreCase = false, ...operators } = condition
  const given = Object.entries(operators).filter(([, value]) => value !== undefined)
  const [first, second] = given
  if (!first || second) throw new FileError(at, 'A condition needs exactly one operator, such as in.')
  const [name, value] = first
  const flags = { inverted: not, caseInsensitive: ignoreCase }
  if (isKey(listOperators, name)) {
    const values = [value].flat().map(String)
    return { contextName: field, operator: listOperators[name], values, ...flags }
  }
  if (!isKey(valueOperators, name)) throw new FileError(at, `${name} is not an operator.`)
  return { contextName: field, operator: valueOperators[name], values: [], value: String(value), ...flags }
}

const isKey = <T extends object>(object: T, key: string): key is keyof T & string =>
  Object.hasOwn(object, key)
