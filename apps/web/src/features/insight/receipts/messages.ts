import { translator } from '../../../messages/messages.ts'

/** Texts about delivery. */
const messages = {
  'receipt.loading': 'Checking delivery…',
  'receipt.both': 'Delivered to {edges}, {sdks}',
  'receipt.one': 'Delivered to {reached}',
  'receipt.edges': '{delivered, number} of {total, plural, one {# edge} other {# edges}}',
  'receipt.sdks': '{delivered, number} of {total, plural, one {# SDK instance} other {# SDK instances}}',
  'receipt.none': 'No SDK is connected in {environment}.',
  'receipt.noneText': 'SDKs are counted from their first request, as long as they keep polling or streaming.',
  'receipt.complete': '{environment}: {sentence}',
  'receipt.not': '{count, plural, one {# not yet} other {# not yet}}',
  'receipt.who': '{count, plural, one {# not yet} other {# not yet}}, in {environment}: who',
  'receipt.again': 'Refresh',
  'receipt.revision': 'Revision {revision, number}',
  'receipt.changed': 'made {age}',
  'receipt.waiting': 'Not yet delivered to',
  'receipt.edge': 'edge',
  'receipt.has': 'has revision {revision, number}',
  'receipt.heard': 'last contact {age}',
  'receipt.stream': 'streaming',
  'receipt.poll': 'polling',
  'receipt.more': '{count, plural, one {and # more} other {and # more}}',
  'receipt.means':
    'Delivered means sent, not applied: SDKs don’t confirm updates. Polling SDKs get the change with their next request.',
} as const

export const t = translator(messages)
