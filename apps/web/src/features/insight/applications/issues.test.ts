import { expect, test } from 'vitest'
import { issuesOf } from './issues.ts'

const environment = (name: string, missingFeatures: string[], outdatedSdks: string[]) => ({
  name,
  instanceCount: 1,
  sdks: outdatedSdks,
  frontendSdks: [],
  backendSdks: outdatedSdks,
  lastSeen: null,
  issues: { missingFeatures, outdatedSdks },
})

test('an issue in several environments is listed once', () => {
  const overview = {
    projects: [],
    featureCount: 0,
    environments: [
      environment('development', ['gone'], ['sdk:1.0.0']),
      environment('production', ['gone', 'also-gone'], []),
    ],
    issues: { missingStrategies: ['byRoom'] },
  }
  expect(issuesOf(overview)).toEqual([
    { kind: 'flag', name: 'also-gone', environments: ['production'] },
    { kind: 'flag', name: 'gone', environments: ['development', 'production'] },
    { kind: 'strategy', name: 'byRoom', environments: [] },
    { kind: 'sdk', name: 'sdk:1.0.0', environments: ['development'] },
  ])
})
