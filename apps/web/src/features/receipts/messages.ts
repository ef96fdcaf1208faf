import { translator } from '../../messages/messages.ts'

/** What is said of how far a change came. */
const messages = {
  'receipt.loading': 'Asking who has it…',
  'receipt.both': 'Delivered to {edges}, {sdks}',
  'receipt.one': 'Delivered to {reached}',
  'receipt.edges': '{delivered, number} of {total, plural, one {# edge} other {# edges}}',
  'receipt.sdks': '{delivered, number} of {total, plural, one {# SDK instance} other {# SDK instances}}',
  'receipt.none': 'No SDK is connected in {environment}.',
  'receipt.noneText':
    'SDKs count from their first request, and for as long as they keep asking or hold a stream open.',
  'receipt.complete': '{environment}: {sentence}',
  'receipt.not': '{count, plural, one {# not yet} other {# not yet}}',
  'receipt.who': '{count, plural, one {# not yet} other {# not yet}}, in {environment}: who',
  'receipt.again': 'Look again',
  'receipt.revision': 'Revision {revision, number}',
  'receipt.changed': 'made {age}',
  'receipt.waiting': 'Not yet delivered to',
  'receipt.edge': 'edge',
  'receipt.has': 'has revision {revision, number}',
  'receipt.heard': 'last heard {age}',
  'receipt.stream': 'streams',
  'receipt.poll': 'polls',
  'receipt.more': '{count, plural, one {and # more} other {and # more}}',
  'receipt.means':
    'Delivered means sent to them, not applied: an SDK does not confirm what it does with it. Whoever polls is given it with the next request.',
} as const

export const t = translator(messages)
