import { translator } from '../../../messages/messages.ts'

/** Texts of the flag types page. */
const messages = {
  'types.title': 'Flag types',
  'types.text': 'Expected lifetime of each flag type. Flags that outlive it are marked as potentially stale.',
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
