// Flags such as people have: a rule or two, a constraint, here and there variants. About 520 bytes each as SDKs get them.

export const ENVIRONMENT = 'development'

export const flagName = (number: number) => `bench-flag-${String(number).padStart(5, '0')}`

/** A file for the import of both servers. */
export function exportOf(from: number, to: number) {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  return {
    features: numbers.map(toFeature),
    featureStrategies: numbers.flatMap(toRules),
    featureEnvironments: numbers.map((number) => ({
      name: flagName(number),
      featureName: flagName(number),
      environment: ENVIRONMENT,
      enabled: number % 10 !== 0,
      variants: [],
    })),
    contextFields: [],
    featureTags: [],
    segments: [],
    tagTypes: [],
    dependencies: [],
    links: [],
  }
}

const toFeature = (number: number) => ({
  name: flagName(number),
  description: `Decides who sees part ${number} of the new shop`,
  type: 'release',
  project: 'default',
  stale: false,
  impressionData: false,
})

function toRules(number: number) {
  const constraint = {
    contextName: 'userId',
    operator: number % 2 === 0 ? 'IN' : 'NOT_IN',
    values: Array.from({ length: 4 }, (_, index) => String(1000 + number + index)),
    inverted: false,
    caseInsensitive: false,
  }
  const rule = (rollout: number, constraints: object[], variants: object[] = []) => ({
    featureName: flagName(number),
    name: 'flexibleRollout',
    parameters: { rollout: String(rollout), stickiness: 'default', groupId: flagName(number) },
    constraints,
    variants,
    segments: [],
    disabled: false,
  })
  const second = number % 5 === 0 ? [rule(25, [], toVariants(number))] : []
  return [rule(50, [constraint]), ...second]
}

const toVariants = (number: number) =>
  ['blue', 'green'].map((name) => ({
    name,
    weight: 500,
    weightType: 'variable',
    stickiness: 'default',
    payload: { type: 'string', value: `${name} ${number}` },
  }))

const condition = (contextName: string, operator: string, rest: object) => ({
  contextName,
  operator,
  values: [],
  inverted: false,
  caseInsensitive: false,
  ...rest,
})
const shared = [
  condition('appName', 'IN', { values: ['bench', 'shop'] }),
  condition('appName', 'NOT_IN', { values: ['mail', 'search'] }),
  condition('appName', 'STR_STARTS_WITH', { values: ['be', 'sh'] }),
  condition('environment', 'NOT_IN', { values: ['staging'] }),
  condition('userId', 'NUM_GTE', { value: '0' }),
]

/** The same flags, each with one rule of two conditions that other flags have too, and every third with variants. */
export function exportOfConditions(from: number, to: number) {
  const data = exportOf(from, to)
  const rules = data.features.map(({ name }, index) => {
    const number = from + index
    return {
      featureName: name,
      name: 'flexibleRollout',
      parameters: { rollout: '67', stickiness: 'default', groupId: name },
      constraints: [shared[number % shared.length], shared[(number * 3 + 1) % shared.length]],
      variants: number % 3 === 0 ? toVariants(number) : [],
      segments: [],
      disabled: false,
    }
  })
  return { ...data, featureStrategies: rules as typeof data.featureStrategies }
}
