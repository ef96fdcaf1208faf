import { expect, test } from 'vitest'
import { ignoringOf, type NewerOperator, sdkIgnoring } from './operator-support.ts'

test.each<[string, NewerOperator, boolean]>([
  ['unleash-node-sdk:6.9.6', 'REGEX', true],
  ['unleash-node-sdk:6.10.0', 'REGEX', false],
  ['unleash-node-sdk:6.10.0', 'IN_CIDR', true],
  ['unleash-node-sdk:6.11.0', 'SEMVER_GTE', false],
  ['unleash-client-node:5.3.2', 'SEMVER_LTE', true],
  ['@unleash/unleash-client-node:v5.0', 'REGEX', true],
  ['unleash-python-sdk:6.5.0', 'REGEX', true],
  ['unleash-python-sdk:6.6.0', 'REGEX', false],
  ['unleash-python-sdk:6.6.0', 'IN_CIDR', true],
  ['unleash-python-sdk:6.7.0', 'SEMVER_LTE', false],
  ['unleash-client-go:4.5.0', 'IN_CIDR', true],
  ['unleash-go-sdk:6.0.0', 'IN_CIDR', false],
  ['unleash-ruby-sdk:6.6.0', 'REGEX', false],
  ['unleash-ruby-sdk:6.6.0', 'IN_CIDR', true],
  ['unleash-dotnet-sdk:6.0.0', 'REGEX', true],
  ['unleash-dotnet-sdk:6.1.0', 'REGEX', false],
  ['unleash-client-java:11.0.2', 'REGEX', true],
  ['unleash-java-sdk:12.2.3', 'REGEX', false],
  ['unleash-java-sdk:12.2.3', 'SEMVER_GTE', true],
  ['unleash-php-sdk:2.10.1', 'REGEX', true],
  ['unleash-client-rust:0.15.0', 'REGEX', true],
  ['unleash-nextjs-sdk:1.6.7', 'IN_CIDR', true],
])('whether %s ignores %s: %s', (sdk, operator, expected) => {
  expect(sdkIgnoring(sdk, operator) !== undefined).toBe(expected)
})

test.each<[string, NewerOperator]>([
  ['somebody-elses:0.0.1', 'REGEX'],
  ['unleash-node-sdk', 'REGEX'],
  ['unleash-node-sdk:latest', 'REGEX'],
  ['unleash-go-sdk:6.0.0', 'SEMVER_GTE'],
  ['unleash-ruby-sdk:7.0.0', 'IN_CIDR'],
  ['unleash-java-sdk:13.0.0', 'SEMVER_LTE'],
  ['unleash-php-sdk:3.0.0', 'REGEX'],
  ['unleash-rust-sdk:0.16.0', 'REGEX'],
])('%s is not reported as ignoring %s, because its support is unknown', (sdk, operator) => {
  expect(sdkIgnoring(sdk, operator)).toBeUndefined()
})

test('an application with several SDK versions is counted once', () => {
  const answer = ignoringOf([
    { app: 'checkout', sdk: 'unleash-client-java:11.0.0' },
    { app: 'checkout', sdk: 'unleash-java-sdk:12.2.3' },
    { app: 'shop', sdk: 'unleash-node-sdk:6.12.1' },
    { app: 'web', sdk: null },
  ])
  expect(answer.total).toBe(3)
  expect(answer.operators).toEqual([
    {
      operator: 'REGEX',
      count: 1,
      applications: [{ appName: 'checkout', sdk: 'Java', version: '11.0.0' }],
    },
    ...(['IN_CIDR', 'SEMVER_GTE', 'SEMVER_LTE'] as const).map((operator) => ({
      operator,
      count: 1,
      applications: [
        { appName: 'checkout', sdk: 'Java', version: '11.0.0' },
        { appName: 'checkout', sdk: 'Java', version: '12.2.3' },
      ],
    })),
  ])
})

test('lists at most a hundred applications, but counts all of them', () => {
  const used = Array.from({ length: 150 }, (_, index) => ({
    app: `app-${index}`,
    sdk: 'unleash-php-sdk:2.0.0',
  }))
  const [regex] = ignoringOf(used).operators
  expect(regex?.count).toBe(150)
  expect(regex?.applications).toHaveLength(100)
})
