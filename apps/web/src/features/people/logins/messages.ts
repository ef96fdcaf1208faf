import { translator } from '../../../messages/messages.ts'

/** Texts of the login history. */
const messages = {
  'logins.admin': 'Administration',
  'logins.title': 'Login history',
  'logins.count': '{count, plural, one {# entry} other {# entries}} in two weeks',
  'logins.filter': 'Filter by user, IP address or method',
  'logins.views': 'Entries by outcome',
  'logins.all': 'All',
  'logins.failed': 'Denied',
  'logins.login': 'Signed in',
  'logins.logout': 'Signed out',
  'logins.time': 'Time',
  'logins.user': 'User',
  'logins.how': 'Method',
  'logins.address': 'IP address',
  'logins.result': 'Result',
  'logins.ok': 'signed in',
  'logins.out': 'signed out',
  'logins.refused': 'denied: {reason}',
  'logins.csv': 'Download CSV',
  'logins.more': 'Older entries',
  'logins.newer': 'Newest entries',
  'logins.empty': 'No entries yet',
  'logins.emptyText': 'Sign-ins, denied attempts and sign-outs are kept here for two weeks.',
} as const

export const t = translator(messages)
