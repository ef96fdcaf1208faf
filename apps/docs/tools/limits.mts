import { type Limit, limits } from '@flagstaff/contract/limits'
import { code, expectSame, table } from './markdown.mts'

const described = {
  featureFlags: 'flags in the installation, without archived ones',
  featureEnvironmentStrategies: 'rules of one flag in one environment',
  constraints: 'constraints of one rule or segment',
  constraintValues: 'values of one constraint of a rule',
  strategySegments: 'segments of one rule',
  segments: 'segments in the installation',
  segmentValues: 'total values in all constraints of one segment',
  environments: 'environments in the installation',
  projects: 'projects in the installation',
  apiTokens: 'API tokens in the installation',
  releaseTemplates: 'release templates in the installation, without archived ones',
} satisfies Partial<Record<Limit, string>>

/** Of things that cannot be made yet. */
const later = [
  'signalEndpoints',
  'signalTokensPerEndpoint',
  'actionSetsPerProject',
  'actionSetFilters',
  'actionSetFilterValues',
  'actionSetActions',
] as const satisfies Limit[]

export function limitTable(): string {
  expectSame('limits', Object.keys(limits), [...Object.keys(described), ...later])
  return table(
    ['Limit', 'Default', 'Setting', 'Counts'],
    Object.entries(described).map(([name, counts]) => [
      code(name),
      String(limits[name as Limit]),
      code(variableOf(name)),
      counts,
    ]),
  )
}

export const limitVariables = (): string[] =>
  Object.keys(limits).flatMap((name) => [variableOf(name), `UNLEASH_${variableOf(name)}`])

const variableOf = (name: string): string =>
  `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_LIMIT`
