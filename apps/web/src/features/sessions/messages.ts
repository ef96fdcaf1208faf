import { translator } from '../../messages/messages.ts'

/** What is said about where people are signed in. */
const messages = {
  'sessions.profile': 'Profile',
  'sessions.own': 'Sessions',
  'sessions.ownText':
    'Where you are signed in. End what you do not know, and choose a new password if somebody else may have been there.',
  'sessions.admin': 'Administration',
  'sessions.title': 'Sessions',
  'sessions.count': '{count, plural, one {# session} other {# sessions}}',
  'sessions.filter': 'Filter sessions',
  'sessions.user': 'User',
  'sessions.device': 'Device',
  'sessions.here': 'this one',
  'sessions.unknown': 'unknown device',
  'sessions.how': 'Signed in by',
  'sessions.address': 'Address',
  'sessions.since': 'Since',
  'sessions.seen': 'Last seen',
  'sessions.end': 'End session',
  'sessions.endOf': 'End the session of {name} on {device}',
  'sessions.endOwn': 'End the session on {device}',
  'sessions.ended': 'Session ended',
  'sessions.endOthers': 'End all other sessions',
  'sessions.endOthersTitle': 'End all your other sessions?',
  'sessions.endOthersText':
    'Whoever uses them has to sign in again. This session goes on, and so do your personal tokens.',
  'sessions.othersEnded': 'All other sessions ended',
} as const

export const t = translator(messages)
