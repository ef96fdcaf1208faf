import { translator } from '../../../messages/messages.ts'

/** Texts about signing in on a device without a browser. */
const messages = {
  'device.title': 'Sign in on a device',
  'device.purpose': 'The command line shows a code when it asks for access to your account.',
  'device.code': 'Code',
  'device.codeHint': 'Eight letters, such as BCDF-GHJK',
  'device.continue': 'Continue',
  'device.check': 'Approve only if you started this yourself and your terminal shows this code.',
  'device.host': 'Computer',
  'device.address': 'IP address',
  'device.asks': 'Access',
  'device.asksText': 'Everything that you can do, with a personal token',
  'device.asksProposals': 'Read what you can see, and propose changes for review',
  'device.days': 'Valid for',
  'device.daysText': '{days, plural, one {# day} other {# days}}',
  'device.approve': 'Approve device',
  'device.deny': 'Deny device',
  'device.approved': 'Device approved',
  'device.approvedText':
    'Return to your terminal: it signs in within a few seconds. You can delete the token in your profile.',
  'device.denied': 'Device denied',
  'device.deniedText': 'The device got no access.',
  'device.tokens': 'Personal tokens',
} as const

export const t = translator(messages)
