import { expect, test } from 'vitest'
import { newestOf } from './registrations.ts'
import { isOutdated } from './rules.ts'

test.each([
  ['unleash-node-sdk:6.5.9', true],
  ['unleash-node-sdk:6.6.0', false],
  ['unleash-node-sdk:6.6.0-beta.1', true],
  ['unleash-node-sdk:10.0.0', false],
  ['unleash-client-node:5.3.1', true],
  ['unleash-client-node:5.3.2', false],
  ['@unleash/unleash-client-node:v5.0', true],
  ['unleash-client-java:9.10.0', false],
  ['somebody-elses:0.0.1', false],
  ['unleash-node-sdk', false],
  ['unleash-node-sdk:latest', false],
])('whether %s is outdated: %s', (sdk, expected) => {
  expect(isOutdated(sdk)).toBe(expected)
})

test('the last registration of an instance wins, and its projects are merged', () => {
  const one = { app: 'shop', instance: 'a', environment: 'development', sdkType: 'backend' as const }
  expect(
    newestOf([
      { ...one, instance: 'b', projects: ['x'] },
      { ...one, projects: ['x'], strategies: ['default'], sdkVersion: 'n:1' },
      { ...one, projects: ['y'], sdkVersion: 'n:2' },
    ]),
  ).toEqual([
    { ...one, projects: ['x', 'y'], strategies: ['default'], sdkVersion: 'n:2' },
    { ...one, instance: 'b', projects: ['x'], strategies: undefined },
  ])
})
