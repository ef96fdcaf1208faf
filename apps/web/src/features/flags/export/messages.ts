import { translator } from '../../../messages/messages.ts'

/** Texts of the export. */
const messages = {
  title: '{count, plural, =0 {Export all flags of {name}} one {Export {name}} other {Export # flags}}',
  environment: 'Environment',
  whole: 'Include segment definitions',
  wholeText:
    'So that another Flagstaff can create them. Turn it off for Unleash, which refers to segments by name.',
  download: 'Download',
  done: '{count, plural, one {# flag exported} other {# flags exported}}',
  none: 'No flags exported: none of them exist any more.',
} as const

export const t = translator(messages)
