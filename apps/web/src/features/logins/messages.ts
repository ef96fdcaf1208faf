import { translator } from '../../messages/messages.ts'

/** What the login history says. */
const messages = {
  'logins.admin': 'Administration',
  'logins.title': 'Login history',
  'logins.count': '{count, plural, one {# entry} other {# entries}} in two weeks',
  'logins.filter': 'Filter by user, address or kind',
  'logins.views': 'Entries by outcome',
  'logins.all': 'All',
  'logins.failed': 'Denied',
  'logins.login': 'Signed in',
  'logins.logout': 'Signed out',
  'logins.time': 'Time',
  'logins.user': 'User',
  'logins.how': 'Signed in by',
  'logins.address': 'Address',
  'logins.result': 'Result',
  'logins.ok': 'signed in',
  'logins.out': 'signed out',
  'logins.refused': 'refused: {reason}',
  'logins.csv': 'Download CSV',
  'logins.more': 'Older entries',
  'logins.newer': 'Newest entries',
  'logins.empty': 'Nothing yet',
  'logins.emptyText': 'Who signs in, who is refused and who signs out is kept here for two weeks.',
} as const

export const t = translator(messages)
