import type { Allowed } from './entry.ts'

export const operators: Allowed[] = [
  {
    name: 'a heap snapshot needs two settings',
    kind: 'safer',
    because: 'a heap holds secrets',
    operations: /^x-heapSnapshot$/,
    at: /./,
  },
  {
    name: 'statistics lack the Enterprise version and the use of Edge, and count some figures differently',
    kind: 'open',
    because: 'what the reference counts is not documented',
    operations: /^getInstanceAdminStats$/,
    at: /^body\.(versionOSS|versionEnterprise|users|readOnlyUsers|serviceAccounts|apiTokens\.(backend|admin|client|frontend)|licensedUsers|activeUsers\.last(7|30|60|90)|archivedFeatureToggles|customRootRoles(InUse)?|strategies|passwordAuthEnabled|SCIMenabled|clientApps\[\]\.(range|count)|productionChanges\.last(30|60|90)|maxEnvironmentStrategies|maxConstraint(s|Values)|releaseTemplates|edgeInstanceUsage|sum)$/,
  },
  {
    name: 'the file of the statistics has another name',
    kind: 'exact',
    because: 'it is named after this product',
    operations: /^getInstanceAdminStatsCsv$/,
    at: /^header content-disposition$/,
  },
  {
    name: 'statistics need an administrator',
    kind: 'safer',
    because: 'they say how many people and projects there are, private ones included',
    operations: /^getInstanceAdminStats(Csv)?$/,
    at: /./,
    when: (_difference, { statuses }) => statuses.ours === 403,
  },
  {
    name: 'feedback that was not given has no time',
    kind: 'open',
    because: 'the reference stores a time that was not sent',
    operations: /^updateFeedback$/,
    at: /^body\.given$/,
  },
]
