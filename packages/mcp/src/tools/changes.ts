import type { Client } from '@flagstaff/client/connect'
import type { FeatureStrategy } from '@flagstaff/contract/flags'
import type { NewChange } from '@flagstaff/contract/requests'
import Type, { type Static } from 'typebox'
import { FlagName, ToolError } from '../tool.ts'

const RuleId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The ID of the rule, from get_flag.',
})
const Percentage = Type.Integer({ minimum: 0, maximum: 100 })
const Text = Type.String({ maxLength: 100 })

const Constraint = Type.Object({
  field: Type.String({ minLength: 1, maxLength: 100, description: 'The context field, such as country.' }),
  operator: Type.Enum([
    'IN',
    'NOT_IN',
    'STR_STARTS_WITH',
    'STR_ENDS_WITH',
    'STR_CONTAINS',
    'NUM_EQ',
    'NUM_GT',
    'NUM_GTE',
    'NUM_LT',
    'NUM_LTE',
    'DATE_AFTER',
    'DATE_BEFORE',
    'SEMVER_EQ',
    'SEMVER_GT',
    'SEMVER_LT',
  ]),
  values: Type.Array(Type.String({ maxLength: 500 }), {
    minItems: 1,
    maxItems: 200,
    description: 'Numbers, dates and versions have exactly one.',
  }),
  inverted: Type.Optional(Type.Boolean()),
})

const Rule = Type.Object({
  title: Type.Optional(Text),
  rollout: Type.Optional(Percentage),
  stickiness: Type.Optional(
    Type.String({ maxLength: 100, description: 'A context field; default otherwise.' }),
  ),
  constraints: Type.Optional(Type.Array(Constraint, { maxItems: 20 })),
  segments: Type.Optional(Type.Array(Type.Integer(), { maxItems: 20, description: 'IDs of segments.' })),
})

const Variant = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  weight: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; all together 100.' }),
  payload: Type.Optional(
    Type.Object({
      type: Type.Enum(['string', 'json', 'csv', 'number']),
      value: Type.String({ maxLength: 5_000 }),
    }),
  ),
})

/** One change of a flag in the environment of the proposal. */
export const ProposedChange = Type.Union([
  Type.Object({ change: Type.Literal('turn'), flag: FlagName, on: Type.Boolean() }),
  Type.Object({ change: Type.Literal('rollout'), flag: FlagName, rule: RuleId, percentage: Percentage }),
  Type.Object({ change: Type.Literal('add_rule'), flag: FlagName, with: Rule }),
  Type.Object({ change: Type.Literal('replace_rule'), flag: FlagName, rule: RuleId, with: Rule }),
  Type.Object({ change: Type.Literal('remove_rule'), flag: FlagName, rule: RuleId }),
  Type.Object({
    change: Type.Literal('variants'),
    flag: FlagName,
    rule: RuleId,
    variants: Type.Array(Variant, { maxItems: 20, description: 'All variants of the rule; empty for none.' }),
  }),
  Type.Object({ change: Type.Literal('archive'), flag: FlagName }),
])
export type ProposedChange = Static<typeof ProposedChange>

type Place = { project: string; environment: string }

/** The change in the format of change requests. Changes of a rule start from what the rule is now. */
export async function toChange(client: Client, place: Place, asked: ProposedChange): Promise<NewChange> {
  const feature = asked.flag
  switch (asked.change) {
    case 'turn':
      return { action: 'updateEnabled', feature, payload: { enabled: asked.on } }
    case 'archive':
      return { action: 'archiveFeature', feature }
    case 'add_rule':
      return { action: 'addStrategy', feature, payload: ruleOf(asked.with, feature) }
    case 'remove_rule':
      return { action: 'deleteStrategy', feature, payload: { id: asked.rule } }
    default:
      return {
        action: 'updateStrategy',
        feature,
        payload: changed(await readRule(client, place, asked), asked),
      }
  }
}

type OfRule = Extract<ProposedChange, { change: 'rollout' | 'replace_rule' | 'variants' }>

async function readRule(client: Client, { project, environment }: Place, { flag, rule }: OfRule) {
  const rules = await client.get(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    { params: { projectId: project, featureName: flag, environment } },
  )
  const found = rules.find(({ id }) => id === rule)
  if (!found)
    throw new ToolError(`The flag ${flag} has no rule ${rule} in ${environment}. Call get_flag for the IDs.`)
  return found
}

function changed(now: FeatureStrategy, asked: OfRule) {
  const { id, name, title, disabled, sortOrder, constraints, parameters, segments, variants } = now
  const present = { id, name, title, disabled, sortOrder, constraints, parameters, segments, variants }
  switch (asked.change) {
    case 'rollout':
      if (name !== 'flexibleRollout')
        throw new ToolError(`The rule ${id} has the strategy ${name}, which has no rollout percentage.`)
      return { ...present, parameters: { ...parameters, rollout: String(asked.percentage) } }
    case 'variants':
      return { ...present, variants: weighted(asked.variants, String(parameters?.stickiness ?? 'default')) }
    case 'replace_rule':
      return { ...present, ...ruleOf(asked.with, asked.flag) }
  }
}

const ruleOf = (
  { title, rollout = 100, stickiness = 'default', constraints = [], segments = [] }: Static<typeof Rule>,
  groupId: string,
) => ({
  name: 'flexibleRollout',
  ...(title === undefined ? {} : { title }),
  parameters: { rollout: String(rollout), stickiness, groupId },
  constraints: constraints.map(({ field, operator, values, inverted = false }) => ({
    contextName: field,
    operator,
    inverted,
    ...(/^(NUM|DATE|SEMVER)_/.test(operator) ? { value: values[0] } : { values }),
  })),
  segments,
})

/** Weights are thousandths on the wire, and the last variant gets what is left. */
function weighted(variants: readonly Static<typeof Variant>[], stickiness: string) {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  if (variants.length > 0 && total !== 100)
    throw new ToolError(`The weights of the variants are ${total} % together. They must be 100 %.`)
  return variants.map(({ name, weight, payload }, index) => ({
    name,
    weight: weight * 10,
    weightType: index === variants.length - 1 ? 'variable' : 'fix',
    stickiness,
    ...(payload ? { payload } : {}),
  }))
}
