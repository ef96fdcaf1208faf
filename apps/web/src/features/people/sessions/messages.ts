import { translator } from '../../../messages/messages.ts'

/** Texts about sessions. */
const messages = {
  'sessions.profile': 'Profile',
  'sessions.own': 'Sessions',
  'sessions.ownText':
    'Where you’re signed in. If you don’t recognize a session, end it and change your password.',
  'sessions.admin': 'Administration',
  'sessions.title': 'Sessions',
  'sessions.count': '{count, plural, one {# session} other {# sessions}}',
  'sessions.filter': 'Filter sessions',
  'sessions.user': 'User',
  'sessions.device': 'Device',
  'sessions.here': 'this session',
  'sessions.unknown': 'unknown device',
  'sessions.how': 'Sign-in method',
  'sessions.address': 'IP address',
  'sessions.since': 'Since',
  'sessions.seen': 'Last seen',
  'sessions.end': 'End session',
  'sessions.endOf': 'End the session of {name} on {device}',
  'sessions.endOwn': 'End the session on {device}',
  'sessions.ended': 'Session ended',
  'sessions.endOthers': 'End all other sessions',
  'sessions.endOthersTitle': 'End all your other sessions?',
  'sessions.endOthersText':
    'They have to sign in again. This session and your personal tokens aren’t affected.',
  'sessions.othersEnded': 'All other sessions ended',
} as const

export const t = translator(messages)
