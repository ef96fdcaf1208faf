import { translator } from '../../../messages/messages.ts'

/** Texts of the unknown flags page. */
const messages = {
  'unknown.title': 'Unknown flags',
  'unknown.apps': 'Applications',
  'unknown.text':
    'SDKs evaluate these names, but no such flags exist. Applications get the default value from their code. A name appears about a minute after its first evaluation.',
  'unknown.count': '{count, plural, one {# name} other {# names}}',
  'unknown.filter': 'Filter names',
  'unknown.name': 'Name',
  'unknown.who': 'Requested by',
  'unknown.in': 'in {environments}',
  'unknown.seen': 'Last seen',
  'unknown.was': 'A flag with this name existed until {day}.',
  'unknown.log': 'Event log',
  'unknown.create': 'Create flag',
  'unknown.empty': 'No unknown flags',
  'unknown.emptyText':
    'Names appear here when an application evaluates a flag that doesn’t exist: a typo, a flag not created yet, or one deleted too early.',
} as const

export const t = translator(messages)
