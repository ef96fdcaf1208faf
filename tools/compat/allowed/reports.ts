import type { Allowed } from './entry.ts'

export const reports: Allowed[] = [
  {
    name: 'the playground leads to rules by their ids',
    kind: 'exact',
    because: 'ids differ on every server',
    operations: /Playground$/,
    at: /\.links\.edit$/,
  },
  {
    name: 'the playground refuses an unknown environment',
    kind: 'exact',
    because: 'a mistyped name must not look like flags that are off',
    operations: /^getPlayground$/,
    at: /^status$/,
  },
  {
    name: 'missing permissions are called by their names',
    kind: 'exact',
    because: 'the names under which they can be granted',
    operations: /^(validateImport|importToggles)$/,
    at: /^body\.permissions(\[\]\.affectedItems\[\])?$/,
  },
  {
    name: 'an export that is to be a file has a name',
    kind: 'more',
    because: 'browsers save it under that',
    operations: /^exportFeatures$/,
    at: /^header content-disposition$/,
  },
  {
    name: 'figures of a project are counted when they are asked for',
    kind: 'exact',
    because: 'the reference counts them once an hour, and once a minute',
    operations: /^(getProjects|getProjectOverview|getProjectHealthReport|getProjectStatus)$/,
    at: /\.(health|technicalDebt|stats\.\w+|lastReportedFlagUsage|apiTokens|count|averageDays|activityCountByDate\.length|current|last30Days|featureTypeCounts\[\]\.type)$/,
  },
  {
    name: 'lists of projects and overviews are shorter',
    kind: 'open',
    because:
      'onboarding is told and statistics are counted elsewhere; the health report names its flags only',
    operations: /^(getProjects|getProjectOverview|getProjectHealthReport)$/,
    at: /\.(onboardingStatus(\.status)?|stats|favorite|variantCount|lastSeenAt|hasStrategies|hasEnabledStrategies)$/,
    differs: ['missing', 'value'],
  },
  {
    name: 'asking for archived projects gives archived projects',
    kind: 'exact',
    because: 'the open-source reference has none and gives the others',
    operations: /^getProjects$/,
    at: /^body\.projects\[\]$/,
    differs: ['missing'],
  },
  {
    name: 'the page of the API description is where it was asked for',
    kind: 'exact',
    because: 'the reference sends the browser on',
    operations: /^x-openapiViewer$/,
    at: /^(status|header location|header content-type)$/,
  },
  {
    name: 'settings for an interface',
    kind: 'exact',
    because: 'ours has its own; switches, versions and addresses of the other one mean nothing here',
    operations: /^getUiConfig$/,
    at: /^body\./,
  },
]
