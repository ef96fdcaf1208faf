import { flagDocument, flagRow } from '../test/rows.ts'

// Flags with two conditions each, half of them shared with other flags, and variants for every third flag.

const condition = (contextName: string, operator: string, rest: object) => ({
  contextName,
  operator,
  values: [],
  inverted: false,
  caseInsensitive: false,
  ...rest,
})
const shared = [
  condition('country', 'IN', { values: ['no', 'se', 'dk', 'fi'] }),
  condition('country', 'NOT_IN', { values: ['us', 'ca'] }),
  condition('country', 'IN', { values: ['no', 'de', 'fr'] }),
  condition('plan', 'IN', { values: ['gold', 'silver'] }),
  condition('plan', 'NOT_IN', { values: ['trial'] }),
  condition('email', 'STR_ENDS_WITH', { values: ['@example.com'] }),
  condition('age', 'NUM_GT', { value: '17' }),
  condition('version', 'SEMVER_GTE', { value: '2.1.0' }),
]

export const TOKEN = '*:development.frontend'
export const QUERY = '&country=no&plan=gold&email=a@example.com&age=30&version=2.3.0'

export const flagRows = (count: number) => Array.from({ length: count }, (_, number) => toRow(number))

function toRow(number: number) {
  const name = `bench-flag-${String(number).padStart(5, '0')}`
  const own = condition('userId', 'NOT_IN', { values: [1, 2, 3].map((step) => `${1_000 * step + number}`) })
  const second = number % 2 === 0 ? own : shared[(number * 3 + 1) % shared.length]
  const rule = {
    name: 'flexibleRollout',
    parameters: { rollout: '67', stickiness: 'default', groupId: name },
    constraints: [shared[number % shared.length], second],
    variants: number % 3 === 0 ? ['blue', 'green'].map((variant) => toVariant(variant, number)) : [],
    segments: [],
  }
  return flagRow('*', flagDocument(name, { enabled: true, strategies: [rule as never] }))
}

const toVariant = (name: string, number: number) => ({
  name,
  weight: 500,
  weightType: 'variable',
  stickiness: 'default',
  payload: { type: 'string', value: `${name} ${number}` },
})
