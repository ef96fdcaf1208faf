import { translator } from '../../messages/messages.ts'

/** What the screen about flag types says. */
const messages = {
  'types.title': 'Flag types',
  'types.text':
    'How long flags of each type are expected to live. Those that live longer are marked, so that somebody cleans up.',
  'types.type': 'Type',
  'types.lifetime': 'Expected lifetime',
  'types.of': 'Expected lifetime of {name} in days',
  'types.days': 'days',
  'types.never': 'no end',
  'types.save': 'Save',
  'types.discard': 'Discard',
  'types.saved':
    '{name}: {days, plural, =0 {no expected end} one {expected to live # day} other {expected to live # days}}',
} as const

export const t = translator(messages)
