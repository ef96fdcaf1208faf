/** Default resource limits of an installation; settings can override them. */
export const limits = {
  segmentValues: 1000,
  strategySegments: 5,
  featureEnvironmentStrategies: 30,
  constraints: 30,
  constraintValues: 250,
  environments: 50,
  projects: 500,
  apiTokens: 2000,
  segments: 300,
  featureFlags: 5000,
  releaseTemplates: 10,
  signalEndpoints: 5,
  signalTokensPerEndpoint: 5,
  actionSetsPerProject: 5,
  actionSetFilters: 5,
  actionSetFilterValues: 25,
  actionSetActions: 10,
} as const
export type Limit = keyof typeof limits
export type Limits = Record<Limit, number>
