import { translator } from '../../messages/messages.ts'

/** What the page about names without a flag says. */
const messages = {
  'unknown.title': 'Unknown flags',
  'unknown.apps': 'Applications',
  'unknown.text':
    'SDKs ask for these names, and no flag is called so. Applications get the fallback in their code. A name appears about a minute after it was first asked for.',
  'unknown.count': '{count, plural, one {# name} other {# names}}',
  'unknown.filter': 'Filter names',
  'unknown.name': 'Name',
  'unknown.who': 'Requested by',
  'unknown.in': 'in {environments}',
  'unknown.seen': 'Last seen',
  'unknown.was': 'There was a flag of this name until {day}.',
  'unknown.log': 'Its log',
  'unknown.create': 'Create this flag',
  'unknown.empty': 'No unknown flags',
  'unknown.emptyText':
    'Names appear here when an application asks for a flag that does not exist: a typing error, a flag not made yet, or one deleted too early.',
} as const

export const t = translator(messages)
