import { translator } from '../../../messages/messages.ts'

/** Texts of the statistics page. */
const messages = {
  'stats.title': 'Statistics',
  'stats.text':
    'What this instance has and how much it is used. Flagstaff doesn’t send these numbers anywhere.',
  'stats.csv': 'Download CSV',
  'stats.counted': 'Counted {time}',
  'stats.count': 'Count',
  'stats.name': 'Name',

  'accounts.title': 'Accounts',
  'accounts.users': 'Users',
  'accounts.active': 'Active in the last {days, number} days',
  'accounts.readOnly': 'Viewers who never changed anything',
  'accounts.services': 'Service accounts',
  'accounts.groups': 'Groups',
  'accounts.roles': 'Roles',
  'accounts.customRoles': 'Custom root roles',
  'accounts.customRolesInUse': 'Custom root roles in use',
  'accounts.adminTokens': 'Admin tokens',
  'accounts.backendTokens': 'Backend tokens',
  'accounts.frontendTokens': 'Frontend tokens',
  'accounts.password': 'Password sign-in',
  'accounts.oidc': 'OpenID Connect',
  'accounts.saml': 'SAML 2.0',
  'accounts.scim': 'SCIM provisioning',
  'accounts.on': 'On',
  'accounts.off': 'Off',

  'flags.title': 'Flags',
  'flags.flags': 'Flags, without archived ones',
  'flags.archived': 'Archived flags',
  'flags.rules': 'Rules',
  'flags.projects': 'Projects',
  'flags.environments': 'Environments',
  'flags.segments': 'Segments',
  'flags.fields': 'Context fields',
  'flags.templates': 'Release templates',
  'flags.plans': 'Release plans',
  'flags.mostRules': 'Most rules of a flag in one environment',
  'flags.mostConstraints': 'Most constraints in a rule',
  'flags.mostValues': 'Most values in a constraint',

  'usage.title': 'Usage',
  'usage.apps': 'Applications, all time',
  'usage.appsSeen': 'Applications seen in the last {days, number} days',
  'usage.production': 'Production changes in the last {days, number} days',
  'usage.exports': 'Exports',
  'usage.imports': 'Imports',
  'usage.buckets': 'Usage counts stored yesterday',
  'usage.variantBuckets': 'Variant counts stored yesterday',

  'instance.title': 'Instance',
  'instance.id': 'ID',
  'instance.version': 'Version',
  'instance.sum': 'Checksum',
} as const

export const t = translator(messages)
